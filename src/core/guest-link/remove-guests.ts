import { findGuestLink } from '../../store/guest-link.ts';
import {
  findParticipant,
  listLinkParticipants,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { mayBePresent } from '../participant/note-presence.ts';
import { isOneTooMany } from '../place/places.ts';
import { peopleInRoom } from '../presence/people-in-room.ts';

/**
 * Disconnects participants who were removed, or whose link was revoked. `ref` is that of a guest link, of a participant
 * for whom there is no place, or of a client, which has no link. Rejects with MediaUnavailable.
 */
export async function removeGuests(ctx: Ctx, ref: string): Promise<void> {
  const people = await listShutOutBy(ctx, ref);
  const shutOut = new Set(people.map((person) => person.participant_ref));
  const meetingRef = people[0]?.meeting_ref;
  if (meetingRef === undefined) return;
  const there = await peopleInRoom(ctx, meetingRef);
  await Promise.all(
    there
      .filter(({ participantRef }) => shutOut.has(participantRef))
      .map(({ participantRef }) => ctx.media.removeParticipant(meetingRef, participantRef)),
  );
}

async function listShutOutBy(ctx: Ctx, ref: string): Promise<ParticipantRow[]> {
  const link = await findGuestLink(ctx.db, ref);
  if (!link) {
    const one = await findParticipant(ctx.db, ref);
    return one && (!mayBePresent(one) || (await mayNotStay(ctx, one))) ? [one] : [];
  }
  const people = await listLinkParticipants(ctx.db, ref);
  return people.filter((person) => link.revoked_at !== null || !mayBePresent(person));
}

/** Read again: someone may have left meanwhile. */
async function mayNotStay(ctx: Ctx, participant: ParticipantRow): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, participant.meeting_ref);
    return meeting !== undefined && isOneTooMany(tx, meeting, participant);
  });
}
