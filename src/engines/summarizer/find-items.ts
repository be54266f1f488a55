import { applyCorrections } from './text/apply-corrections.ts';
import type { Day } from './dates/calendar.ts';
import { findActionItems } from './tasks/find-action-items.ts';
import { findDecisions } from './decisions/find-decisions.ts';
import type { FoundDecision, FoundTask } from './found-item.ts';
import { mergeDecisions, mergeTasks } from './decisions/merge-restatements.ts';
import type { TurnReading } from './model/read-turns.ts';
import type { OwnerFinder } from './tasks/resolve-owner.ts';
import type { SpeechAct } from './text/speech-acts.ts';
import type { SpokenSentence } from './text/spoken-sentence.ts';
import { likelyTasks } from './tasks/weigh-tasks.ts';

/**
 * What was decided and who does what, corrected by what was said later, each thing once; tasks with
 * no other day than their own words name.
 */
export function findItems(
  sentences: readonly SpokenSentence[],
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
  owners: OwnerFinder,
  today: Day | null,
): { decisions: FoundDecision[]; tasks: FoundTask[] } {
  if (acts.length === 0) return { decisions: [], tasks: [] };
  const decisions = findDecisions(acts, readings);
  const tasks = likelyTasks(findActionItems(sentences, owners, today, acts, readings), {
    acts,
    readings,
    owners,
  });
  const standing = new Set(
    applyCorrections(
      [...decisions, ...tasks].toSorted((a, b) => a.at - b.at),
      sentences,
    ),
  );
  return {
    decisions: mergeDecisions(decisions.filter((item) => standing.has(item))),
    tasks: mergeTasks(tasks.filter((item) => standing.has(item))),
  };
}
