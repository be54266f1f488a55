import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { type Weights, softmax, weightOf } from '../model/weight-of.ts';
import { dateWeights } from '../weights/weights.ts';
import type { Day } from './calendar.ts';
import { type DateCandidate, dateCandidates } from './date-candidates.ts';
import type { DateFeature } from './date-features.ts';

/** Every task with the likeliest date named around it, if any. */
export function dateTasks(tasks: readonly FoundTask[], meeting: MeetingReading): FoundTask[] {
  return tasks.map((task) => {
    const chosen = chooseDate(dateCandidates(task, tasks, meeting));
    if (chosen === undefined) return task;
    const segmentRefs = [...new Set([...task.segmentRefs, ...chosen.segmentRefs])];
    return { ...task, dueDay: chosen.day, segmentRefs };
  });
}

/** The likeliest of the dates named around a task, or none; probabilities of the same day are added. */
export function chooseDate(
  candidates: readonly DateCandidate[],
  weights: Weights<DateFeature> = dateWeights,
): DateCandidate | undefined {
  const shares = sharesOf(candidates, weights);
  const sums = new Map<Day | null, number>();
  for (const [at, { day }] of candidates.entries())
    sums.set(day, (sums.get(day) ?? 0) + (shares[at] ?? 0));
  const [likeliest] = [...sums].toSorted((a, b) => b[1] - a[1]);
  const [best] = candidates
    .map((candidate, at) => ({ candidate, share: shares[at] ?? 0 }))
    .filter(({ candidate }) => candidate.day === likeliest?.[0])
    .toSorted((a, b) => b.share - a.share);
  return best?.candidate;
}

/** The probability of each candidate; they sum to 1. */
export function sharesOf(
  candidates: readonly DateCandidate[],
  weights: Weights<DateFeature>,
): number[] {
  const odds = candidates.map((candidate) =>
    figuresOf(candidate).reduce(
      (sum, [feature, value]) => sum + weights[feature] * value,
      weightOf(candidate.features, weights),
    ),
  );
  return softmax(odds);
}

/** The network's scores, each with the feature whose weight applies to it. */
export function figuresOf({
  fit,
  asked,
}: Pick<DateCandidate, 'fit' | 'asked'>): [DateFeature, number][] {
  if (asked === null) return [['fits, not asked', fit]];
  return [
    ['fits', fit],
    ['fits when asked', asked],
  ];
}
