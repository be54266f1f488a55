import { changeMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { Ctx } from '../context.ts';
import { acceptsGuests } from '../guest-link/usable-link.ts';
import { Problem } from '../problem.ts';
import { letInWhoNeedNotWait } from '../waiting/admit-waiting.ts';
import { type MovedMeeting, type MoveRequest, onceForMeeting } from './move-on-request.ts';

/**
 * Closes the meeting to newcomers, or reopens it. Those inside stay, and may reconnect. Reopening lets in who need not
 * wait any more, such as people whose host has arrived. Problems: invalid_state when the meeting no longer accepts
 * guests, and those of `onceForMeeting`.
 */
export function setMeetingLock(
  ctx: Ctx,
  { locked, ...request }: MoveRequest & { locked: boolean },
): Promise<MovedMeeting> {
  return onceForMeeting(ctx, request, async (tx, meeting) => {
    if (!acceptsGuests(meeting.state))
      throw new Problem('invalid_state', { meetingState: meeting.state });
    if (meeting.locked === locked) return meeting;
    const changed = await changeMeeting(tx.db, meeting.meeting_ref, { locked });
    await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
    await letInWhoNeedNotWait(tx, changed);
    return changed;
  });
}
