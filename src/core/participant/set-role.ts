import type { ParticipantRole } from '../../../contract/generated/api.ts';
import { changeRole } from '../../store/participant/waiting.ts';
import type { Ctx } from '../context.ts';
import { acceptsGuests } from '../guest-link/usable-link.ts';
import { Problem } from '../problem.ts';
import { letInWhoNeedNotWait, letInWhileThereIsRoom } from '../waiting/admit-waiting.ts';
import { noteStep } from './note-presence.ts';
import { updateInRoom } from './update-in-room.ts';
import { type Moderated, onceForParticipant, type ParticipantRequest } from './moderate.ts';

/**
 * Changes what the participant may do. A new host who waits comes in, if there is a place; one who is in the room lets
 * in those who wait for one. Problems: invalid_state when the meeting is over, and those of `onceForParticipant`.
 */
export async function setRole(
  ctx: Ctx,
  request: ParticipantRequest & { role: ParticipantRole },
): Promise<Moderated> {
  const { participantRef, role } = request;
  const done = await onceForParticipant(
    ctx,
    request,
    { role },
    async (tx, meeting, participant) => {
      if (participant.role === role) return;
      if (!acceptsGuests(meeting.state))
        throw new Problem('invalid_state', { meetingState: meeting.state });
      await changeRole(tx.db, participantRef, role);
      const changed = { ...participant, role };
      await noteStep(tx, 'participant.updated', meeting, changed);
      if (role !== 'host') return;
      await letInWhileThereIsRoom(tx, meeting, [changed]);
      if (participant.state === 'present') await letInWhoNeedNotWait(tx, meeting);
    },
  );
  await updateInRoom(ctx, request.meetingRef, participantRef);
  return done;
}
