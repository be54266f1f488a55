// Which of the tasks that rules and the turns model point at are shown. English.
import type { FoundTask } from '../found-item.ts';
import type { TaskSurroundings } from './task-features.ts';
import { taskSigns } from './task-features.ts';
import { leastWeight, taskWeights } from '../weights/task-weights.ts';
import { weightOf } from '../model/weight-of.ts';

const SECOND_BAR = 2;
const SENTENCES_NEAR = [-2, -1, 0, 1, 2];

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
 * What reaches the bar; right beside a weightier one that is shown the bar is higher, since a task
 * is often asked for in one sentence and promised in the next. What rules find in one turn, or for
 * two people, are tasks of their own.
 */
export function heavyTasks<Entry extends WeighedTask>(
  entries: readonly Entry[],
  bar: number,
): Entry[] {
  const kept = new Map<number, Entry[]>();
  for (const entry of entries.toSorted((a, b) => b.weight - a.weight)) {
    const { task, weight } = entry;
    const near = SENTENCES_NEAR.flatMap((step) => kept.get(task.at + step) ?? []);
    const least = near.every((other) => isApart(task, other.task)) ? bar : bar + SECOND_BAR;
    if (weight >= least) kept.set(task.at, [...(kept.get(task.at) ?? []), entry]);
  }
  return [...kept.values()].flat().toSorted((a, b) => a.task.at - b.task.at);
}

function isApart(task: FoundTask, other: FoundTask): boolean {
  return (
    task.read !== true &&
    other.read !== true &&
    (task.turn === other.turn || task.ownerDisplayName !== other.ownerDisplayName)
  );
}
