import { useLayoutEffect, useRef } from 'preact/hooks';

// The only list of keys: the handler, the help panel and the buttons read it.
export const SHORTCUTS = {
  microphone: 'm',
  camera: 'v',
  share: 's',
  hand: 'h',
  captions: 'c',
  chat: 't',
  people: 'p',
  view: 'g',
  fullScreen: 'f',
  help: '?',
} as const;

export type ShortcutAction = keyof typeof SHORTCUTS;
export type KeyPress = {
  key: string;
  /** The place of the key on a US keyboard. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  isComposing: boolean;
};

/**
 * The action of a key press; null in text fields, in dialogs, with a modifier, and when single keys
 * are off (WCAG 2.1.4).
 */
export function shortcutOf(
  press: KeyPress,
  context: { typing: boolean; inDialog: boolean; switchedOn: boolean },
): ShortcutAction | null {
  if (!context.switchedOn || context.typing || context.inDialog) return null;
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.isComposing)
    return null;
  const pressed = latinKey(press);
  const found = Object.entries(SHORTCUTS).find(([, key]) => key === pressed);
  return found === undefined ? null : (found[0] as ShortcutAction);
}

/** Of a letter in another script, the Latin one on the same key. */
function latinKey({ key, code }: KeyPress): string {
  if (key === '؟') return '?';
  const isOtherScript = /^[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u.test(key);
  return (isOtherScript ? code.replace(/^Key/, '') : key).toLowerCase();
}

/** Whether an element takes key presses as input. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

/** Runs the actions of the room by single keys, each as soon as its button is on the page. */
export function useShortcuts(
  actions: Partial<Record<ShortcutAction, { run(): void }>>,
  switchedOn: boolean,
): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inDialog = document.querySelector('dialog[open]') !== null;
      const action = shortcutOf(event, { typing: isTyping(event.target), inDialog, switchedOn });
      if (action === null) return;
      event.preventDefault();
      latest.current[action]?.run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [switchedOn]);
}
