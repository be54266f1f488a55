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
  const found = Object.entries(SHORTCUTS).find(([, key]) => key === press.key.toLowerCase());
  return found === undefined ? null : (found[0] as ShortcutAction);
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
