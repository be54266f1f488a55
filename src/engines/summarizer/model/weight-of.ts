export type Weights<Feature extends string> = { readonly [Name in Feature]: number };

/** Log odds: the sum of the features' weights. */
export function weightOf<Feature extends string>(
  features: readonly Feature[],
  weights: Weights<Feature>,
): number {
  return features.reduce((sum, feature) => sum + weights[feature], 0);
}

/** A feature that `holds`, as a list to spread. */
export function when<Feature extends string>(holds: boolean, feature: Feature): Feature[] {
  return holds ? [feature] : [];
}

/** Log odds as a probability. */
export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Log odds as probabilities that sum to 1. */
export function softmax(values: readonly number[]): number[] {
  const top = Math.max(...values);
  const raised = values.map((value) => Math.exp(value - top));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}

/** `isFree`: it needs no more weight near a stronger one. */
type Weighed = { readonly at: number; readonly sureness: number; readonly isFree?: boolean };

/** Entries that reach the threshold, in their order; within `near` sentences of a stronger one, `more` is needed. */
export function likeliest<Entry extends Weighed>(
  entries: readonly Entry[],
  threshold: number,
  near: number,
  more = Infinity,
): Entry[] {
  const kept: Entry[] = [];
  const likely = entries.filter(({ sureness }) => sureness >= threshold);
  for (const entry of likely.toSorted((a, b) => b.sureness - a.sureness)) {
    const isAlone = entry.isFree === true || kept.every(({ at }) => Math.abs(at - entry.at) > near);
    if (isAlone || entry.sureness >= threshold + more) kept.push(entry);
  }
  return likely.filter((entry) => kept.includes(entry));
}
