import type { Presence } from '../../../contract/generated/guest-api.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { isShutOut, recordPresence } from '../presence/record-presence.ts';
import { Problem } from '../problem.ts';
import { type ParticipantProof, provenParticipant } from './proven-participant.ts';

/**
 * The page reports that its media connection is up: M1 without waiting for the media server's own
 * event. Problem guest_link_not_usable.
 */
export async function noteConnected(ctx: Ctx, input: ParticipantProof): Promise<Presence> {
  const participant = await provenParticipant(ctx, input);
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, participant.meeting_ref);
    if (!meeting) throw new Problem('guest_link_not_usable');
    if (await isShutOut(tx, participant))
      throw new Problem('guest_link_not_usable', { meetingState: meeting.state });
    const moved = await recordPresence(tx, meeting, {
      participantRef: participant.participant_ref,
      at: tx.clock.now(),
      roomSid: null,
      since: null,
    });
    return { meetingState: moved.state };
  });
}
