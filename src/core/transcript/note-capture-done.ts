import { moveCapture } from '../../store/capture.ts';
import { notify } from '../../store/notify.ts';
import { type Ctx, inTransaction } from '../context.ts';
import type { Engine } from '../ports.ts';
import { putDueTask } from '../task/put-due-task.ts';

/** Every range is decoded or given up: the transcript can be finished now. */
export async function noteCaptureDone(ctx: Ctx, meetingRef: string, engine: Engine): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const moved = await moveCapture(tx.db, meetingRef, {
      from: ['wanted', 'attending', 'flushed'],
      to: 'done',
      at: tx.clock.now(),
      engine,
    });
    if (!moved) return;
    await putDueTask(tx, 'finish_transcript', meetingRef);
    await notify(tx.db, { topic: 'capture', ref: meetingRef });
  });
}
