import { applyCorrections } from './apply-corrections.ts';
import type { Day } from './calendar.ts';
import { dayAround, earlierDay } from './day-around.ts';
import { findActionItems } from './find-action-items.ts';
import { findDecisions } from './find-decisions.ts';
import type { FoundDecision, FoundTask } from './found-item.ts';
import { mergeDecisions, mergeTasks } from './merge-restatements.ts';
import { isLikely } from './read-task.ts';
import type { TurnReading } from './read-turns.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import type { SpeechAct } from './speech-acts.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

/** What was decided and who does what, corrected by what was said later, each thing once. */
export function findItems(
  sentences: readonly SpokenSentence[],
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
  owners: OwnerFinder,
  today: Day | null,
): { decisions: FoundDecision[]; tasks: FoundTask[] } {
  if (acts.length === 0) return { decisions: [], tasks: [] };
  const decisions = findDecisions(acts, readings);
  const tasks = findActionItems(sentences, owners, today, acts, readings);
  const dated = (merged: FoundTask[]): FoundTask[] =>
    merged.map((task) => {
      const around = { sentences, tasks: merged, owners, today };
      const near = task.dueDay === null ? dayAround(task, around) : earlierDay(task, around);
      return near === null ? task : { ...task, dueDay: near.day, segmentRefs: [...new Set([...task.segmentRefs, ...near.segmentRefs])] };
    });
  const standing = new Set(
    applyCorrections(
      [...decisions, ...tasks].toSorted((a, b) => a.at - b.at),
      sentences,
    ),
  );
  return {
    decisions: mergeDecisions(decisions.filter((item) => standing.has(item))),
    tasks: dated(mergeTasks(tasks.filter((item) => standing.has(item)))).filter(
      (task) => task.called === true || isLikely(task, sentences, readings),
    ),
  };
}
