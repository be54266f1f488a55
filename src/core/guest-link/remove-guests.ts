import { findGuestLink } from '../../store/guest-link.ts';
import { listLinkParticipants } from '../../store/participant.ts';
import type { Ctx } from '../context.ts';
import { peopleInRoom } from '../presence/people-in-room.ts';

/** Takes those out of the media room who came in by a revoked link. Rejects with MediaUnavailable. */
export async function removeGuests(ctx: Ctx, guestLinkRef: string): Promise<void> {
  const link = await findGuestLink(ctx.db, guestLinkRef);
  if (!link || link.revoked_at === null) return;
  const shutOut = new Set(
    (await listLinkParticipants(ctx.db, guestLinkRef)).map((person) => person.participant_ref),
  );
  const there = await peopleInRoom(ctx, link.meeting_ref);
  await Promise.all(
    there
      .filter(({ participantRef }) => shutOut.has(participantRef))
      .map(({ participantRef }) => ctx.media.removeParticipant(link.meeting_ref, participantRef)),
  );
}
