import { lockMeeting } from '../../store/meeting.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { applyTransition } from './apply-transition.ts';

/** M7 or M10: the timer of the meeting's state fired. */
export async function runOutOfTime(
  ctx: Ctx,
  meetingRef: string,
  timer: 'max_run_reached' | 'ending_took_too_long',
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, meetingRef);
    if (meeting) await applyTransition(tx, meeting, { kind: timer });
  });
}
