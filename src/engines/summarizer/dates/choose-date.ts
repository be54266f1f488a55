import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { type Weights, softmax, weightOf } from '../model/weight-of.ts';
import { dateWeights } from '../weights/weights.ts';
import type { Day } from './calendar.ts';
import { type DateCandidate, type DateFeature, dateCandidates } from './date-candidates.ts';

/** A day that only other sentences name must be more likely than not: a false day is worse than none. */
const MIN_SHARE_ELSEWHERE = 0.5;

/** Every one of `tasks` with the likeliest date named around it, if any; `all` may have dates of their own there. */
export async function dateTasks(
  tasks: readonly FoundTask[],
  all: readonly FoundTask[],
  meeting: MeetingReading,
): Promise<FoundTask[]> {
  const dated: FoundTask[] = [];
  for (const task of tasks) {
    const chosen = chooseDate(await dateCandidates(task, all, meeting));
    const segmentRefs = [...new Set([...task.segmentRefs, ...(chosen?.segmentRefs ?? [])])];
    dated.push(chosen === undefined ? task : { ...task, dueDay: chosen.day, segmentRefs });
  }
  return dated;
}

/** The likeliest of the dates named around a task, or none; probabilities of the same day are added. */
export function chooseDate(
  candidates: readonly DateCandidate[],
  weights: Weights<DateFeature> = dateWeights,
): DateCandidate | undefined {
  const shares = sharesOf(candidates, weights);
  const ranked = candidates
    .map((candidate, at) => ({ ...candidate, share: shares[at] ?? 0 }))
    .toSorted((a, b) => b.share - a.share);
  const shareOf = (day: Day | null): number =>
    ranked.reduce((sum, one) => sum + (one.day === day ? one.share : 0), 0);
  return ranked
    .toSorted((a, b) => shareOf(b.day) - shareOf(a.day))
    .find(
      ({ day, features }) =>
        day === null || features.includes('own sentence') || shareOf(day) >= MIN_SHARE_ELSEWHERE,
    );
}

/** The probability of each candidate; they sum to 1. */
export function sharesOf(
  candidates: readonly DateCandidate[],
  weights: Weights<DateFeature>,
): number[] {
  return softmax(
    candidates.map(({ features, fit }) => weightOf(features, weights) + weights.fits * fit),
  );
}
