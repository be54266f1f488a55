import { findCapture } from '../../store/capture.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { findTask } from '../../store/task.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { applyTransition } from './apply-transition.ts';

/**
 * M9, once the media room is confirmed gone and the capture, if any, is flushed. Call it whenever
 * one of the two becomes true.
 */
export async function tryFinishEnding(ctx: Ctx, meetingRef: string): Promise<void> {
  await inTransaction(ctx, (tx) => finishEndingIn(tx, meetingRef));
}

/** The same in the caller's transaction; `first` runs when the meeting's row is held. */
export async function finishEndingIn(
  tx: TxCtx,
  meetingRef: string,
  first?: () => Promise<void>,
): Promise<void> {
  const meeting = await lockMeeting(tx.db, meetingRef);
  await first?.();
  if (meeting?.state !== 'ending' || (await findTask(tx.db, 'close_room', meetingRef))) return;
  const capture = await findCapture(tx.db, meetingRef);
  const captureFlushed = !capture || capture.state === 'flushed' || capture.state === 'done';
  await applyTransition(tx, meeting, { kind: 'room_gone', captureFlushed });
}
