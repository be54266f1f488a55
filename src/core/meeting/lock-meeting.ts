import { changeMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { Ctx } from '../context.ts';
import { acceptsGuests } from '../guest-link/usable-link.ts';
import { Problem } from '../problem.ts';
import { letInThoseNotAsked } from '../waiting/admit-waiting.ts';
import { type MovedMeeting, type MoveRequest, onceForMeeting } from './move-on-request.ts';

/**
 * Closes the meeting to newcomers, or reopens it. Those inside stay, and may reconnect. Once it is
 * reopened, those come in who waited for a host who is there by now. Problems: invalid_state when the meeting is over,
 * and those of `onceForMeeting`.
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
    await letInThoseNotAsked(tx, changed);
    return changed;
  });
}
