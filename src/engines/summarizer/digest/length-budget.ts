export type Budget = {
  readonly keyPoints: number;
  readonly decisions: number;
  readonly actionItems: number;
  readonly topics: number;
};

/** How many items of each kind a summary may have: grows with the logarithm of the meeting's length in words. */
export function budgetFor(words: number): Budget {
  const doublings = Math.log2(1 + words / 200);
  return {
    keyPoints: Math.round(2 + 1.6 * doublings),
    decisions: Math.round(5 + 1.5 * doublings),
    actionItems: Math.round(8 + 2.5 * doublings),
    topics: Math.max(1, Math.min(8, Math.round(0.8 + 1.1 * doublings))),
  };
}
