import { findDecisions } from './decisions/find-decisions.ts';
import type { FoundDecision, FoundTask } from './found-item.ts';
import type { MeetingReading } from './meeting-reading.ts';
import { mergeTasks } from './merge-restatements.ts';
import { findTasks } from './tasks/find-tasks.ts';
import { withoutRevoked } from './without-revoked.ts';

/** Decisions and tasks, each once; a task has only the due date that its own words name. */
export function findItems(meeting: MeetingReading): {
  decisions: FoundDecision[];
  tasks: FoundTask[];
} {
  const tasks = findTasks(meeting);
  const isTask = new Set(meeting.longTalk === null ? [] : tasks.map(({ at }) => at));
  const decisions = findDecisions(meeting).filter(({ at }) => !isTask.has(at));
  const standing = new Set(withoutRevoked([...decisions, ...tasks], meeting.sentences));
  return {
    decisions: decisions.filter((item) => standing.has(item)),
    tasks: mergeTasks(tasks.filter((item) => standing.has(item))),
  };
}
