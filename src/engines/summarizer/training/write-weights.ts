import { writeFileSync } from 'node:fs';

export type FeatureTable = {
  readonly threshold?: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly state?: readonly number[];
  readonly mean?: number;
};

/** Writes fitted weights, rounded and sorted by name, to `weights/KIND.json`. */
export function writeWeights(
  kind:
    | 'dates'
    | 'decisions'
    | 'tasks'
    | 'long-decisions'
    | 'long-tasks'
    | 'long-key-points'
    | 'long-readable',
  { threshold, weights, state, mean }: FeatureTable,
): void {
  const rounded = Object.entries(weights)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, weight]) => [feature, Number(weight.toFixed(2))]);
  const table = {
    ...(threshold === undefined ? {} : { threshold }),
    weights: Object.fromEntries(rounded),
    ...(state && { state: state.map((weight) => Number(weight.toFixed(4))) }),
    ...(mean === undefined ? {} : { mean: Number(mean.toFixed(3)) }),
  };
  const file = new URL(`../weights/${kind}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
}
