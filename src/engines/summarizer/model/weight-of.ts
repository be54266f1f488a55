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
