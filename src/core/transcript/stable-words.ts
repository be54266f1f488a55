// Which words of a growing utterance can already be shown. Pure.

/** The words of `later` up to the first that differs from `earlier` in more than case and punctuation. */
export function stableWords(earlier: string, later: string): string {
  const before = earlier.split(/\s+/);
  const after = later.split(/\s+/).filter((word) => word !== '');
  const different = after.findIndex((word, i) => bare(word) !== bare(before[i] ?? ''));
  const agreed = different < 0 ? after : after.slice(0, different);
  return withoutEndMark(agreed.join(' '));
}

/** Removes the end-of-sentence mark that the engine puts after the last word so far. */
export function withoutEndMark(text: string): string {
  return text.replace(/[.,;:…]+$/, '');
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');
}
