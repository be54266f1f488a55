// One catalogue of keys: the handler, the help sheet and the buttons read it.
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

/** What a key press asks for; null in text, in dialogs, with a modifier, and when the guest switched single keys off (WCAG 2.1.4). */
export function shortcutOf(
  press: KeyPress,
  where: { typing: boolean; inDialog: boolean; switchedOn: boolean },
): ShortcutAction | null {
  if (!where.switchedOn || where.typing || where.inDialog) return null;
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.isComposing)
    return null;
  const found = Object.entries(SHORTCUTS).find(([, key]) => key === press.key.toLowerCase());
  return found === undefined ? null : (found[0] as ShortcutAction);
}

/** Whether keys pressed on an element are writing or choosing there. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
