import { findParticipant, type ParticipantRow } from '../../store/participant/participant.ts';
import type { Ctx } from '../context.ts';
import { isLinkSecret, isParticipantSecret } from '../guest-link/link-secret.ts';
import { Problem } from '../problem.ts';
import { findGuestLink, type GuestLinkRow } from '../../store/guest-link.ts';
import { findMeeting, type MeetingRow } from '../../store/meeting.ts';
import { isUsableLink } from '../guest-link/usable-link.ts';

export type ParticipantProof = { participantRef: string; participantSecret: string };

/** The participant whose page this is. Problem guest_link_not_usable when unknown, refused, removed or not proven. */
export async function provenParticipant(
  ctx: Ctx,
  proof: ParticipantProof,
): Promise<ParticipantRow> {
  const participant = await knownParticipant(ctx, proof);
  if (participant.state === 'removed' || participant.state === 'refused')
    throw new Problem('guest_link_not_usable');
  return participant;
}

/** The same, also for those whom nobody lets in any more: they are told so. */
export async function knownParticipant(ctx: Ctx, proof: ParticipantProof): Promise<ParticipantRow> {
  const participant = await findParticipant(ctx.db, proof.participantRef);
  const proven =
    participant &&
    isParticipantSecret(
      ctx.linkKeys,
      participant.participant_ref,
      participant.link_key_id,
      proof.participantSecret,
    );
  if (!proven) throw new Problem('guest_link_not_usable');
  return participant;
}

/** The link and its meeting. One and the same Problem guest_link_not_usable for every way in which it is not usable. */
export async function provenLink(
  ctx: Ctx,
  proof: { guestLinkRef: string; secret: string },
): Promise<{ link: GuestLinkRow; meeting: MeetingRow }> {
  const link = await findGuestLink(ctx.db, proof.guestLinkRef);
  if (!link || !isLinkSecret(ctx.linkKeys, link.guest_link_ref, link.link_key_id, proof.secret))
    throw new Problem('guest_link_not_usable');
  const meeting = await findMeeting(ctx.db, link.meeting_ref);
  if (!meeting || !isUsableLink(link, meeting, ctx.clock.now()))
    throw new Problem('guest_link_not_usable');
  return { link, meeting };
}
