import { moveCapture } from '../../store/capture.ts';
import { notify } from '../../store/notify.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { tryFinishEnding } from '../meeting/try-finish-ending.ts';

/**
 * The scribe's engine does not know the meeting's language: nothing is heard, and the transcript
 * will be empty and say why.
 */
export async function refuseCapture(ctx: Ctx, meetingRef: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const refusal = 'language_not_supported';
    // `flushed` too: a restart may have brought another engine.
    const from = ['wanted', 'attending', 'flushed'] as const;
    const moved = await moveCapture(tx.db, meetingRef, {
      from,
      to: 'done',
      at: tx.clock.now(),
      refusal,
    });
    if (moved) await notify(tx.db, { topic: 'capture', ref: meetingRef });
  });
  await tryFinishEnding(ctx, meetingRef);
}
