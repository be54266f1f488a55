import type { Weights } from '../model/weight-of.ts';

export type Labelled<Feature extends string> = {
  readonly features: readonly Feature[];
  readonly holds: boolean;
};

const STEPS = 300;
const STEP_SIZE = 0.5;

/** Logistic regression that starts from `prior` and is regularized toward it by `shrink`. */
export function fitWeights<Feature extends string>(
  rows: readonly Labelled<Feature>[],
  prior: Weights<Feature>,
  shrink: number,
): Weights<Feature> {
  const names = Object.keys(prior) as Feature[];
  const start = names.map((name) => prior[name]);
  const columnOf = new Map(names.map((name, column) => [name, column]));
  const data = rows.map(({ features, holds }) => ({
    columns: features.flatMap((feature) => columnOf.get(feature) ?? []),
    holds: Number(holds),
  }));
  const weights = Float64Array.from(start);
  const squares = new Float64Array(names.length).fill(1e-6);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(names.length);
    for (const { columns, holds } of data) {
      const odds = columns.reduce((total, column) => total + (weights[column] ?? 0), 0);
      const error = 1 / (1 + Math.exp(-odds)) - holds;
      for (const column of columns) slope[column] = (slope[column] ?? 0) + error;
    }
    for (let at = 0; at < names.length; at += 1) {
      const down = (slope[at] ?? 0) + shrink * ((weights[at] ?? 0) - (start[at] ?? 0));
      squares[at] = (squares[at] ?? 0) * 0.95 + down * down * 0.05;
      weights[at] =
        (weights[at] ?? 0) - (STEP_SIZE / (10 + step * 0.2)) * (down / Math.sqrt(squares[at] ?? 1));
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) as Weights<Feature>;
}

/** A weight of 0 for every feature of a table. */
export function zeros<Feature extends string>(table: Weights<Feature>): Record<Feature, number> {
  const pairs = Object.keys(table).map((name) => [name, 0]);
  return Object.fromEntries(pairs) as Record<Feature, number>;
}
