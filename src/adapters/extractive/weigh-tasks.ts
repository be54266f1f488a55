// Which of the tasks that rules and the turns model point at are shown. English.
import type { FoundTask } from './found-item.ts';
import type { TaskSurroundings } from './task-signs.ts';
import { taskSigns } from './task-signs.ts';
import { leastWeight, taskWeights } from './task-weights.ts';
import { weightOf } from './weight-of.ts';

const SECOND_BAR = 2;
const NEAR_SENTENCES = 2;
const NEAR_ENTRIES = 12;

export interface WeighedTask {
  readonly task: FoundTask;
  readonly weight: number;
}

/** Tasks whose signs outweigh the bar; a rule's task stands where nothing was read. */
export function likelyTasks(tasks: readonly FoundTask[], around: TaskSurroundings): FoundTask[] {
  const weighed = tasks.map((task) => {
    const unread = around.readings[task.at] === null || around.readings[task.at] === undefined;
    return { task, weight: unread ? Infinity : weightOf(taskSigns(task, around), taskWeights) };
  });
  return heavyTasks(weighed, leastWeight).map(({ task }) => task);
}

/**
 * What reaches the bar; right beside a weightier one the bar is higher, since a task is often asked for in one sentence and
 * promised in the next. What rules find in one turn, or for two people, are tasks of their own.
 */
export function heavyTasks<Entry extends WeighedTask>(entries: readonly Entry[], bar: number): Entry[] {
  return entries.filter(({ task, weight }, at) => {
    if (weight < bar) return false;
    if (weight >= bar + SECOND_BAR) return true;
    const near = entries.slice(Math.max(0, at - NEAR_ENTRIES), at + NEAR_ENTRIES + 1);
    return near.every((other) => other.weight <= weight || Math.abs(other.task.at - task.at) > NEAR_SENTENCES || isApart(task, other.task));
  });
}

function isApart(task: FoundTask, other: FoundTask): boolean {
  return task.read !== true && other.read !== true && (task.turn === other.turn || task.ownerDisplayName !== other.ownerDisplayName);
}
