import { completeTask } from '../../store/task-run.ts';
import { type Ctx, inTransaction } from '../context.ts';
import type { Task } from '../task/task.ts';
import { finishEndingIn } from './try-finish-ending.ts';

/**
 * Deletes the media room of a meeting that is over, and finishes the meeting if it waited only for that.
 * Rejects with MediaUnavailable.
 */
export async function closeRoom(ctx: Ctx, task: Task): Promise<void> {
  await ctx.media.closeRoom(task.ref);
  // The task is deleted in the transaction that looks for it: otherwise this and a flushing capture
  // could each wait for the other.
  await inTransaction(ctx, async (tx) =>
    finishEndingIn(tx, task.ref, () => completeTask(tx.db, task)),
  );
}
