import { moveCapture } from '../../store/capture.ts';
import { notify } from '../../store/notify.ts';
import { type Ctx, inTransaction } from '../context.ts';
import type { Engine } from '../ports.ts';

/** A scribe is in the room. */
export async function noteCaptureAttending(
  ctx: Ctx,
  meetingRef: string,
  engine: Engine,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const moved = await moveCapture(tx.db, meetingRef, {
      from: ['wanted'],
      to: 'attending',
      at: tx.clock.now(),
      engine,
    });
    if (moved) await notify(tx.db, { topic: 'capture', ref: meetingRef });
  });
}
