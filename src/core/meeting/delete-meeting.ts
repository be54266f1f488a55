import { lockMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import { deleteMeetingRecords, expireMeetings } from '../../store/retention.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { recordsOf } from '../idempotency/once.ts';
import { recordEvent } from '../event/record-event.ts';
import { Problem } from '../problem.ts';
import { absentMeeting } from './tenant-meeting.ts';
import { isTerminal } from './transitions.ts';

/**
 * Deletes a meeting that is over and all its data; the scribe that keeps its audio receives the notice. Succeeds if the
 * meeting is already gone. Problems: meeting_not_found, invalid_state.
 */
export async function deleteMeeting(
  ctx: Ctx,
  { actor, meetingRef }: { actor: Actor; meetingRef: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, meetingRef);
    if (!meeting || meeting.tenant !== actor.tenant) {
      const absent = await absentMeeting(tx, actor, meetingRef);
      if (absent.code === 'content_expired') return;
      throw absent;
    }
    if (!isTerminal(meeting.state))
      throw new Problem('invalid_state', { meetingState: meeting.state });
    recordEvent(tx, 'meeting.deleted', meeting, tx.clock.now());
    await deleteMeetingRecords(tx.db, recordsOf(meeting));
    await forgetMeetings(tx, [meetingRef]);
  });
}

/** Deletes the meetings' rows, and has scribes delete what they keep of them. */
export async function forgetMeetings(tx: TxCtx, refs: readonly string[]): Promise<void> {
  await expireMeetings(tx.db, refs, tx.clock.now());
  const topics = ['artifact', 'meeting'] as const;
  await notify(tx.db, ...refs.flatMap((ref) => topics.map((topic) => ({ topic, ref }))));
}
