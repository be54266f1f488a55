// When tasks are due, by rules and by the turns model together. English.
import { chooseDay } from './choose-date.ts';
import { dayAround } from './dates-nearby.ts';
import type { Surroundings } from './dates-nearby.ts';
import { dayCandidates } from './date-candidates.ts';
import type { DatedTask, FoundTask } from '../found-item.ts';
import type { TurnReading } from '../model/read-turns.ts';

/** Every task with the day that is the likeliest of those named around it, or with none. */
export function dateTasks(
  tasks: readonly FoundTask[],
  readings: readonly (TurnReading | null)[],
  around: Omit<Surroundings, 'tasks'>,
): FoundTask[] {
  const ruled = daysByRule(tasks, around);
  return ruled.map((one) => {
    const { task, day: byRule, segmentRefs } = one;
    const chosen = chooseDay(dayCandidates(one, ruled, readings[task.at], around));
    const day = chosen === undefined ? byRule : chosen.day;
    const refs = [...(day === byRule ? segmentRefs : []), ...(chosen?.segmentRefs ?? [])];
    return { ...task, dueDay: day, segmentRefs: [...new Set([...task.segmentRefs, ...refs])] };
  });
}

/** What the rules take for each task's day: its own words, else what is said beside it. */
export function daysByRule(
  tasks: readonly FoundTask[],
  around: Omit<Surroundings, 'tasks'>,
): DatedTask[] {
  return tasks.map((task) => {
    const near = task.dueDay === null ? dayAround(task, { ...around, tasks }) : null;
    return { task, day: near?.day ?? task.dueDay, segmentRefs: near?.segmentRefs ?? [] };
  });
}
