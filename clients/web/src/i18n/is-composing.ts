const KEY_OF_COMPOSING = 229;

/**
 * Whether a key belongs to a word that is being composed (Japanese and others): Enter takes the word, Escape drops it.
 * Safari ends the composing before it tells of the key that ended it, and says so by the code alone.
 */
export function isComposing({
  isComposing: composing,
  keyCode,
}: {
  isComposing: boolean;
  keyCode: number;
}): boolean {
  return composing || keyCode === KEY_OF_COMPOSING;
}
