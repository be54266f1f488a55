/** The sum of what its signs weigh: the logarithm of the odds that it is what it seems to be. */
export function weightOf(
  signs: readonly string[],
  weights: Readonly<Record<string, number>>,
): number {
  return signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), weights['always'] ?? 0);
}
