import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { chooseDate } from './choose-date.ts';
import { dateCandidates } from './date-candidates.ts';

/** Every task with the likeliest date named around it, if any. */
export function dateTasks(tasks: readonly FoundTask[], meeting: MeetingReading): FoundTask[] {
  return tasks.map((task) => {
    const chosen = chooseDate(dateCandidates(task, tasks, meeting));
    if (chosen === undefined) return task;
    const segmentRefs = [...new Set([...task.segmentRefs, ...chosen.segmentRefs])];
    return { ...task, dueDay: chosen.day, segmentRefs };
  });
}
