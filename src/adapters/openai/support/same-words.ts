/** How many of `words` are among `said`, each folded; `decision` counts as `decide`. */
export function sharedWords(words: readonly string[], said: readonly string[]): number {
  const held = new Set(said);
  return words.filter((word) => held.has(word) || said.some((other) => sameStem(word, other)))
    .length;
}

const MIN_STEM = 4;
const MIN_STEM_SHARE = 0.75;

function sameStem(first: string, second: string): boolean {
  const shorter = Math.min(first.length, second.length);
  if (shorter < MIN_STEM) return false;
  let common = 0;
  while (common < shorter && first[common] === second[common]) common += 1;
  return common >= MIN_STEM && common / shorter > MIN_STEM_SHARE;
}
