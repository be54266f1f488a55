import type { Day } from './calendar.ts';
import type { DayCandidate } from './date-candidates.ts';
import { dayWeights } from '../weights/date-weights.ts';

/** The likeliest of the days named around a task, or none: candidates of the same day speak for each other. */
export function chooseDay(
  candidates: readonly DayCandidate[],
  weights: Readonly<Record<string, number>> = dayWeights,
): DayCandidate | undefined {
  const shares = sharesOf(candidates, weights);
  const sums = new Map<Day | null, number>();
  for (const [at, { day }] of candidates.entries())
    sums.set(day, (sums.get(day) ?? 0) + (shares[at] ?? 0));
  const [likeliest] = [...sums].toSorted((a, b) => b[1] - a[1]);
  const meant = candidates
    .map((candidate, at) => ({ candidate, share: shares[at] ?? 0 }))
    .filter(({ candidate }) => candidate.day === likeliest?.[0]);
  return meant.toSorted((a, b) => b.share - a.share)[0]?.candidate;
}

/** How likely each candidate is; together 1. */
export function sharesOf(
  candidates: readonly DayCandidate[],
  weights: Readonly<Record<string, number>>,
): number[] {
  const values = candidates.map((candidate) => {
    const signs = candidate.signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), 0);
    return figuresOf(candidate).reduce(
      (sum, [figure, value]) => sum + (weights[figure] ?? 0) * value,
      signs,
    );
  });
  const top = Math.max(...values);
  const raised = values.map((value) => Math.exp(value - top));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}

/** The turns model's figures, by the name of their weight. */
export function figuresOf({ fit, asked }: Pick<DayCandidate, 'fit' | 'asked'>): [string, number][] {
  return asked === null
    ? [['fits, not asked', fit]]
    : [
        ['fits', fit],
        ['fits when asked', asked],
      ];
}
