import type { ParticipantRole } from '../../../contract/generated/api.ts';
import { notify } from '../../store/notify.ts';
import { findParticipant } from '../../store/participant/participant.ts';
import { changeRole } from '../../store/participant/waiting.ts';
import type { Ctx } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { lockTenantMeeting } from '../meeting/tenant-meeting.ts';
import { Problem } from '../problem.ts';
import { letInThoseNotAsked } from '../waiting/admit-waiting.ts';
import { updateInRoom } from './update-in-room.ts';
import { type Moderated, onceForParticipant, type ParticipantRequest } from './moderate.ts';

/**
 * Changes what the participant may do. A new host who is in the room lets in those who wait for one. Problems:
 * meeting_not_found, content_expired, participant_not_found, and those of `once`.
 */
export async function setRole(
  ctx: Ctx,
  request: ParticipantRequest & { role: ParticipantRole },
): Promise<Moderated> {
  const { participantRef, role } = request;
  const done = await onceForParticipant(ctx, request, { role }, async (tx) => {
    const meeting = await lockTenantMeeting(tx, request);
    const participant = await findParticipant(tx.db, participantRef);
    if (participant?.meeting_ref !== meeting.meeting_ref)
      throw new Problem('participant_not_found');
    if (!(await changeRole(tx.db, participantRef, role))) return;
    const { state } = participant;
    recordEvent(tx, 'participant.updated', meeting, tx.clock.now(), {
      participantRef,
      role,
      state,
    });
    if (role === 'host' && state === 'present') await letInThoseNotAsked(tx, meeting);
    await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
  });
  await updateInRoom(ctx, request.meetingRef, participantRef);
  return done;
}
