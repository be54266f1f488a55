import { findGuestLink } from '../../store/guest-link.ts';
import { listLinkParticipants } from '../../store/participant/participant.ts';
import type { Ctx } from '../context.ts';
import { mayBePresent } from '../participant/note-presence.ts';
import { peopleInRoom } from '../presence/people-in-room.ts';

/** Takes those out of the room who were removed, or whose link was revoked. Rejects with MediaUnavailable. */
export async function removeGuests(ctx: Ctx, guestLinkRef: string): Promise<void> {
  const link = await findGuestLink(ctx.db, guestLinkRef);
  if (!link) return;
  const people = await listLinkParticipants(ctx.db, guestLinkRef);
  const shutOut = new Set(
    people
      .filter((person) => link.revoked_at !== null || !mayBePresent(person))
      .map((person) => person.participant_ref),
  );
  if (shutOut.size === 0) return;
  const there = await peopleInRoom(ctx, link.meeting_ref);
  await Promise.all(
    there
      .filter(({ participantRef }) => shutOut.has(participantRef))
      .map(({ participantRef }) => ctx.media.removeParticipant(link.meeting_ref, participantRef)),
  );
}
