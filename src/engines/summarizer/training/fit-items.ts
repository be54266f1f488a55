// Fits the weights of decisions or tasks: logistic regression on features, tenfold cross-validation.
import { type Count, f1, sumOf, writeCount } from '../evaluation/score-summary.ts';
import { type Weights, weightOf } from '../model/weight-of.ts';
import { type Labelled, fitWeights } from './fit-weights.ts';
import type { FeatureTable } from './write-weights.ts';

const FOLDS = 10;
/** An annotation names words, not a place; each round chooses again which candidate represents it. */
const ROUNDS = 3;
const THRESHOLDS = Array.from({ length: 31 }, (_, at) => -1.5 + at * 0.1);
/** A false item is worse than a missing one: of about equally good thresholds, the highest is taken. */
const ABOUT_EQUAL = 0.012;

export type Candidate<Item, Feature extends string> = {
  readonly item: Item;
  readonly features: readonly Feature[];
  /** Indexes of the annotations whose words it contains. */
  readonly holds: readonly number[];
  /** True if an annotation refers to this sentence but not to these words: neither right nor wrong. */
  readonly isPlace: boolean;
};

export type Example<Item, Feature extends string> = {
  readonly candidates: readonly Candidate<Item, Feature>[];
  readonly wanted: number;
};

type Weighed<Item, Feature extends string> = Candidate<Item, Feature> & { readonly weight: number };

/**
 * `short` examples are in every training fold and in no score; `choose` is how the product chooses among
 * weighted candidates.
 */
export function fitItems<Item, Feature extends string>(
  examplesOfStyles: readonly (readonly Example<Item, Feature>[])[],
  short: readonly Example<Item, Feature>[],
  prior: Weights<Feature>,
  shrink: number,
  choose: (entries: Weighed<Item, Feature>[], threshold: number) => Weighed<Item, Feature>[],
): FeatureTable {
  const fit = (examples: readonly Example<Item, Feature>[]): Weights<Feature> => {
    let weights = prior;
    for (let round = 0; round < ROUNDS; round += 1)
      weights = fitWeights(
        examples.flatMap((example) => labelled(example, weights)),
        prior,
        shrink,
      );
    return weights;
  };
  const count = (
    example: Example<Item, Feature>,
    by: Weights<Feature>,
    threshold: number,
  ): Count => {
    const weighed = example.candidates.map((one) => ({
      ...one,
      weight: weightOf(one.features, by),
    }));
    const shown = choose(weighed, threshold);
    const right = new Set<number>();
    for (const { holds } of shown.toSorted((a, b) => b.weight - a.weight)) {
      const free = holds.find((place) => !right.has(place));
      if (free !== undefined) right.add(free);
    }
    return { right: right.size, shown: shown.length, wanted: example.wanted };
  };
  const byFold = Array.from({ length: FOLDS }, (_, fold) =>
    fit([
      ...examplesOfStyles.flatMap((list) => list.filter((_example, at) => at % FOLDS !== fold)),
      ...short,
    ]),
  );
  const leftOut = (threshold: number): Count[] =>
    examplesOfStyles.map((list) =>
      sumOf(list.map((example, at) => count(example, byFold[at % FOLDS] ?? prior, threshold))),
    );
  const tried = THRESHOLDS.map((threshold) => {
    const counts = leftOut(threshold);
    return { threshold, counts, f1: counts.reduce((sum, one) => sum + f1(one), 0) };
  });
  const most = Math.max(...tried.map((one) => one.f1));
  const best = tried.findLast((one) => one.f1 >= most - ABOUT_EQUAL);
  console.log(`left out, by style: ${best?.counts.map(writeCount).join(', ')}`);
  return {
    threshold: Number((best?.threshold ?? 0).toFixed(1)),
    weights: fit([...examplesOfStyles.flat(), ...short]),
  };
}

/** The likeliest candidate for each annotation is positive, other matches are ignored, the rest are negative. */
function labelled<Item, Feature extends string>(
  { candidates, wanted }: Example<Item, Feature>,
  by: Weights<Feature>,
): Labelled<Feature>[] {
  const chosen = new Set(
    Array.from({ length: wanted }, (_, place) => {
      const holders = candidates.filter(({ holds }) => holds.includes(place));
      return holders.toSorted((a, b) => weightOf(b.features, by) - weightOf(a.features, by))[0];
    }),
  );
  return candidates.flatMap((one): Labelled<Feature>[] => {
    if (chosen.has(one)) return [{ features: one.features, holds: true }];
    return one.holds.length > 0 || one.isPlace ? [] : [{ features: one.features, holds: false }];
  });
}
