import { moveCapture } from '../../store/capture.ts';
import { notify } from '../../store/notify.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { tryFinishEnding } from '../meeting/try-finish-ending.ts';

/** The room is over and all its audio is in the spool: the meeting may end (M9), although words are still missing. */
export async function noteCaptureFlushed(ctx: Ctx, meetingRef: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const moved = await moveCapture(tx.db, meetingRef, {
      from: ['wanted', 'attending'],
      to: 'flushed',
      at: tx.clock.now(),
    });
    if (moved) await notify(tx.db, { topic: 'capture', ref: meetingRef });
  });
  await tryFinishEnding(ctx, meetingRef);
}
