import type { Presence } from '../../../contract/generated/guest-api.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { findParticipant, markNotReturning } from '../../store/participant/participant.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { noteLeft } from './note-presence.ts';
import { noteNoLongerWaiting } from '../waiting/note-waiting.ts';
import { watchEmptiness } from '../presence/record-presence.ts';
import { MediaUnavailable } from '../ports.ts';
import { Problem } from '../problem.ts';
import { type ParticipantProof, provenParticipant } from './proven-participant.ts';

/** The participant leaves at once and is removed from the media room. Problem guest_link_not_usable. */
export async function leaveMeeting(ctx: Ctx, input: ParticipantProof): Promise<Presence> {
  const proven = await provenParticipant(ctx, input);
  const { meeting_ref: meetingRef, participant_ref: participantRef } = proven;
  const presence = await inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, meetingRef);
    if (!meeting) throw new Problem('guest_link_not_usable');
    const participant = await findParticipant(tx.db, participantRef);
    if (participant?.state === 'waiting')
      await noteNoLongerWaiting(tx, meeting, [participant], 'left');
    await noteLeft(tx, meeting, [participantRef], { at: tx.clock.now(), reason: 'left' });
    await markNotReturning(tx.db, [participantRef]);
    await watchEmptiness(tx, meeting);
    return { meetingState: meeting.state };
  });
  await removeFromRoom(ctx, meetingRef, participantRef);
  return presence;
}

/** If the media server does not answer now, it still drops the connection when the tab closes. */
async function removeFromRoom(ctx: Ctx, meetingRef: string, participantRef: string): Promise<void> {
  try {
    await ctx.media.removeParticipant(meetingRef, participantRef);
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    ctx.log.warn('a participant who left could not be removed from the room', {
      component: 'media',
      meetingRef,
      participantRef,
      error,
    });
  }
}
