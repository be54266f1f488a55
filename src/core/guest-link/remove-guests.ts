import { findGuestLink } from '../../store/guest-link.ts';
import {
  findParticipant,
  listLinkParticipants,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import type { Ctx } from '../context.ts';
import { mayBePresent } from '../participant/note-presence.ts';
import { peopleInRoom } from '../presence/people-in-room.ts';

/**
 * Takes those out of the room who were removed, or whose link was revoked. `ref`: of a guest link, or of a client,
 * which came by none. Rejects with MediaUnavailable.
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
    const client = await findParticipant(ctx.db, ref);
    return client && !mayBePresent(client) ? [client] : [];
  }
  const people = await listLinkParticipants(ctx.db, ref);
  return people.filter((person) => link.revoked_at !== null || !mayBePresent(person));
}
