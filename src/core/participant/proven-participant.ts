import { findParticipant, type ParticipantRow } from '../../store/participant/participant.ts';
import type { Db, Tx } from '../../store/schema.ts';
import type { Ctx, LinkKeys, TxCtx } from '../context.ts';
import { attemptRef, isLinkSecret, isParticipantSecret } from '../guest-link/link-secret.ts';
import { mayBePresent } from './note-presence.ts';
import { Problem } from '../problem.ts';
import { findGuestLink, type GuestLinkRow } from '../../store/guest-link.ts';
import { findMeeting, lockMeeting, type MeetingRow } from '../../store/meeting.ts';
import { isUsableLink, stillAdmits, stillAdmitsParticipant } from '../guest-link/usable-link.ts';

export type ParticipantProof = { participantRef: string; participantSecret: string };

/** The participant whose page this is. Problem guest_link_not_usable when unknown, refused, removed or not proven. */
export async function provenParticipant(
  ctx: Ctx | TxCtx,
  proof: ParticipantProof,
): Promise<ParticipantRow> {
  const participant = await knownParticipant(ctx, proof);
  if (participant.state === 'removed' || participant.state === 'refused')
    throw new Problem('guest_link_not_usable');
  return participant;
}

/** The same, but also for those who were refused or removed, so that they can be told. */
export async function knownParticipant(
  ctx: Ctx | TxCtx,
  proof: ParticipantProof,
): Promise<ParticipantRow> {
  const participant = await findParticipant(ctx.db, proof.participantRef);
  if (!participant || !isProven(ctx, participant, proof))
    throw new Problem('guest_link_not_usable');
  return participant;
}

/**
 * A proven participant again, with the meeting, whose row is locked from now on. Problem guest_link_not_usable (with
 * meetingState) once the meeting is over, and for someone whose link was revoked.
 */
export async function lockStandingOf(
  tx: TxCtx,
  { participant_ref: participantRef, meeting_ref: meetingRef }: ParticipantRow,
): Promise<{ meeting: MeetingRow; participant: ParticipantRow }> {
  const meeting = await lockMeeting(tx.db, meetingRef);
  const participant = await findParticipant(tx.db, participantRef);
  if (!meeting || !participant) throw new Problem('guest_link_not_usable');
  const link = await findGuestLink(tx.db, participant.guest_link_ref);
  if (!stillAdmitsParticipant(participant, link, meeting))
    throw new Problem('guest_link_not_usable', { meetingState: meeting.state });
  return { meeting, participant };
}

export type LinkProof = {
  guestLinkRef: string;
  secret: string;
  /** The page's earlier participant, when it was already in the meeting. */
  returning?: ParticipantProof;
  /** Of a page that joins: the same each time it repeats that. */
  attempt?: string;
};

/**
 * The link, its meeting and the page's earlier participant. The same Problem guest_link_not_usable whatever makes the
 * link unusable; participant_gone for someone who was removed.
 */
export async function provenLink(
  ctx: Ctx,
  proof: LinkProof,
): Promise<{ link: GuestLinkRow; meeting: MeetingRow; former: ParticipantRow | null }> {
  const link = await findGuestLink(ctx.db, proof.guestLinkRef);
  if (!link || !isLinkSecret(ctx.linkKeys, link.guest_link_ref, link.link_key_id, proof.secret))
    throw new Problem('guest_link_not_usable');
  const meeting = await findMeeting(ctx.db, link.meeting_ref);
  if (!meeting) throw new Problem('guest_link_not_usable');
  const { returning, attempt } = proof;
  const former =
    (returning ? await findReturning(ctx, link, returning) : null) ??
    (attempt ? await findAttempted(ctx.db, ctx.linkKeys, link, attempt) : null);
  const isUsable = former
    ? stillAdmits(link, meeting)
    : isUsableLink(link, meeting, ctx.clock.now());
  if (!isUsable) throw new Problem('guest_link_not_usable');
  return { link, meeting, former };
}

/** Null for a newcomer, and for someone who was never let in. Problem participant_gone. */
async function findReturning(
  ctx: Ctx,
  link: GuestLinkRow,
  returning: ParticipantProof,
): Promise<ParticipantRow | null> {
  const former = await findParticipant(ctx.db, returning.participantRef);
  if (!former || former.guest_link_ref !== link.guest_link_ref || !isProven(ctx, former, returning))
    return null;
  if (former.state === 'removed' && !former.may_come_again) throw new Problem('participant_gone');
  return comesBack(former) ? former : null;
}

/** The participant of an earlier repetition of the attempt to join; null if there is none that may come back. */
export async function findAttempted(
  db: Db | Tx,
  keys: LinkKeys,
  link: GuestLinkRow,
  attempt: string,
): Promise<ParticipantRow | null> {
  const { guest_link_ref: guestLinkRef, link_key_id: keyId } = link;
  const found = await findParticipant(db, attemptRef(keys, { guestLinkRef, keyId }, attempt));
  return found && comesBack(found) ? found : null;
}

function comesBack(participant: ParticipantRow): boolean {
  return participant.state === 'waiting' || mayBePresent(participant);
}

function isProven(ctx: Ctx | TxCtx, participant: ParticipantRow, proof: ParticipantProof): boolean {
  const { participant_ref: ref, link_key_id: keyId } = participant;
  return isParticipantSecret(ctx.linkKeys, ref, keyId, proof.participantSecret);
}
