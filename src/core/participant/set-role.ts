import type { ParticipantRole } from '../../../contract/generated/api.ts';
import { changeRole } from '../../store/participant/waiting.ts';
import type { Ctx } from '../context.ts';
import { letInThoseNotAsked } from '../waiting/admit-waiting.ts';
import { noteStep } from './note-presence.ts';
import { updateInRoom } from './update-in-room.ts';
import { type Moderated, onceForParticipant, type ParticipantRequest } from './moderate.ts';

/**
 * Changes what the participant may do. A new host who is in the room lets in those who wait for one. Problems: those of
 * `onceForParticipant`.
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
      if (!(await changeRole(tx.db, participantRef, role))) return;
      await noteStep(tx, 'participant.updated', meeting, { ...participant, role });
      if (role === 'host' && participant.state === 'present') await letInThoseNotAsked(tx, meeting);
    },
  );
  await updateInRoom(ctx, request.meetingRef, participantRef);
  return done;
}
