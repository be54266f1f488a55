import { moveCapture } from '../../store/capture.ts';
import { useSecondWords } from '../../store/utterance.ts';
import { notify } from '../../store/notify.ts';
import { type Ctx, inTransaction } from '../context.ts';
import type { Engine } from '../ports.ts';
import { putDueTask } from '../task/put-due-task.ts';

/**
 * Every range is decoded or given up: the transcript can be finished now. `second`: the engine of a
 * second pass that was finished; what it heard takes the place of the live words, in the same
 * transaction.
 */
export async function noteCaptureDone(
  ctx: Ctx,
  meetingRef: string,
  engine: Engine,
  second: Engine | null = null,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const moved = await moveCapture(tx.db, meetingRef, {
      from: ['wanted', 'attending', 'flushed'],
      to: 'done',
      at: tx.clock.now(),
      engine,
    });
    if (!moved) return;
    if (second !== null && (await useSecondWords(tx.db, meetingRef)) > 0)
      await moveCapture(tx.db, meetingRef, {
        from: ['done'],
        to: 'done',
        at: tx.clock.now(),
        engine: second,
      });
    await putDueTask(tx, 'finish_transcript', meetingRef);
    await notify(tx.db, { topic: 'capture', ref: meetingRef });
  });
}
