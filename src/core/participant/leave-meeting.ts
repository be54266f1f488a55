import type { Presence } from '../../../contract/generated/guest-api.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { findParticipant, markNotReturning } from '../../store/participant/participant.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { noteLeft } from './note-presence.ts';
import { noteNoLongerWaiting } from '../waiting/note-waiting.ts';
import { noteDeparture } from '../presence/record-presence.ts';
import { orWarn } from '../media-away.ts';
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
    await noteDeparture(tx, meeting);
    return { meetingState: meeting.state };
  });
  // If the media server does not answer now, it still drops the connection when the tab closes.
  const message = 'a participant who left could not be removed from the room';
  const removal = ctx.media.removeParticipant(meetingRef, participantRef);
  await orWarn(ctx, removal, message, { meetingRef, participantRef });
  return presence;
}
