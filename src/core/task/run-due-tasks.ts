import { TASK_KINDS } from '../../store/schema.ts';
import { leaseDueTasks } from '../../store/task-run.ts';
import type { Ctx } from '../context.ts';
import { runTask } from './run-task.ts';
import { leaseOf, type TaskHandlers } from './task.ts';

/**
 * Leases at most `limit` due tasks and starts them; returns the runs, still under way. Rejects only when none was
 * started: the caller must know of each run.
 */
export async function startDueTasks(
  ctx: Ctx,
  options: {
    holder: string;
    handlers: TaskHandlers;
    limit: number;
    signal: AbortSignal;
    isReserve?: boolean;
  },
): Promise<Promise<void>[]> {
  const runs: Promise<void>[] = [];
  const handled = TASK_KINDS.filter((kind) => options.handlers[kind]);
  for (const [seconds, kinds] of Map.groupBy(handled, (kind) => leaseOf(kind).seconds)) {
    const limit = options.limit - runs.length;
    if (limit <= 0) break;
    const now = ctx.clock.now();
    const leased = leaseDueTasks(ctx.db, {
      kinds,
      holder: options.holder,
      isReserve: options.isReserve ?? false,
      now,
      leasedUntil: new Date(now.getTime() + seconds * 1000),
      limit,
    });
    // The next look reports the failure.
    const rows = await (runs.length > 0 ? leased.catch(() => []) : leased);
    for (const row of rows) {
      const handler = options.handlers[row.kind];
      if (handler) runs.push(runTask(ctx, row, handler, options.signal));
    }
  }
  return runs;
}
