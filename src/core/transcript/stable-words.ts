// What of a growing utterance can be shown already. Pure.

/** The words of `later` up to the first that differs from `earlier` in more than case and punctuation. */
export function stableWords(earlier: string, later: string): string {
  const before = earlier.split(/\s+/);
  const after = later.split(/\s+/).filter((word) => word !== '');
  const different = after.findIndex((word, i) => bare(word) !== bare(before[i] ?? ''));
  const agreed = different < 0 ? after : after.slice(0, different);
  return open(agreed.join(' '));
}

/** Without the end of a sentence that the engine puts behind whatever it heard last. */
export function open(text: string): string {
  return text.replace(/[.,;:…]+$/, '');
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');
}
