/** A case is kept by so much, also where weights are rounded, and on a processor that rounds otherwise. */
export const KEPT_BY = 0.1;
const LEAST = 8;
/** After so many rounds the promises contradict each other. */
const MOST_ROUNDS = 6;

export interface Fitted<Weights> {
  readonly weights: Weights;
  readonly kept: number;
  readonly mostOften: number;
}

/**
 * The tables of cases in the tests are promises, so the fits learn from them, too: each counts as so many examples, and
 * twice as many again until the weights keep it.
 */
export function fitUntilKept<Case, Weights>(
  cases: readonly Case[],
  fit: (counted: readonly Case[]) => Weights,
  isKept: (one: Case, by: Weights) => boolean,
): Fitted<Weights> {
  let often = cases.map(() => LEAST);
  let weights = fit(countedOften(cases));
  for (
    let round = 0;
    round < MOST_ROUNDS && !cases.every((one) => isKept(one, weights));
    round += 1
  ) {
    often = cases.map((one, at) => (often[at] ?? LEAST) * (isKept(one, weights) ? 1 : 2));
    weights = fit(countedOften(cases, often));
  }
  return {
    weights,
    kept: cases.filter((one) => isKept(one, weights)).length,
    mostOften: Math.max(...often),
  };
}

/** Each case as many times as it counts: at first all alike. */
export function countedOften<Case>(cases: readonly Case[], often: readonly number[] = []): Case[] {
  return cases.flatMap((one, at) => Array.from({ length: often[at] ?? LEAST }, () => one));
}
