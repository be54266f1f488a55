const IME_KEY_CODE = 229;

/**
 * Whether a key press belongs to an input method (IME), where Enter accepts a word and Escape
 * cancels it. Safari ends the composition before it sends the last key press, which only the key
 * code reveals.
 */
export function isComposing({
  isComposing: composing,
  keyCode,
}: {
  isComposing: boolean;
  keyCode: number;
}): boolean {
  return composing || keyCode === IME_KEY_CODE;
}
