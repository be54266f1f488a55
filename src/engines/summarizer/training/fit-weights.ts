// Logistic regression on signs.

export interface Labelled {
  readonly signs: readonly string[];
  readonly holds: boolean;
}

const STEPS = 300;
const STEP_SIZE = 0.5;
const LEAST_SEEN = 4;

/**
 * Weights that tell what holds from what does not, started from those that stood before and drawn
 * back to them by `shrink`.
 */
export function fitWeights(
  rows: readonly Labelled[],
  before: Readonly<Record<string, number>>,
  shrink: number,
): Record<string, number> {
  const seen = new Map<string, number>();
  for (const row of rows) for (const sign of row.signs) seen.set(sign, (seen.get(sign) ?? 0) + 1);
  const known = [...seen]
    .filter(([sign, times]) => times >= LEAST_SEEN || sign in before)
    .map(([sign]) => sign);
  const signs = [
    'always',
    ...[...new Set([...known, ...Object.keys(before)])]
      .filter((sign) => sign !== 'always')
      .toSorted(),
  ];
  const places = new Map(signs.map((sign, at) => [sign, at]));
  const data = rows.map((row) => ({
    ...row,
    places: [0, ...row.signs.flatMap((sign) => places.get(sign) ?? [])],
  }));
  const start = signs.map((sign) => before[sign] ?? 0);
  const weights = Float64Array.from(start);
  const squares = new Float64Array(signs.length).fill(1e-6);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(signs.length);
    for (const row of data) {
      const z = row.places.reduce((total, place) => total + (weights[place] ?? 0), 0);
      const error = 1 / (1 + Math.exp(-z)) - Number(row.holds);
      for (const place of row.places) slope[place] = (slope[place] ?? 0) + error;
    }
    for (let at = 0; at < signs.length; at += 1) {
      const down = (slope[at] ?? 0) + shrink * ((weights[at] ?? 0) - (start[at] ?? 0));
      squares[at] = (squares[at] ?? 0) * 0.95 + down * down * 0.05;
      weights[at] =
        (weights[at] ?? 0) - (STEP_SIZE / (10 + step * 0.2)) * (down / Math.sqrt(squares[at] ?? 1));
    }
  }
  return Object.fromEntries(signs.map((sign, at) => [sign, weights[at] ?? 0]));
}
