import { findMeetingLink, type GuestLinkRow, markLinkRevoked } from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { listLinkParticipants, markNotReturning } from '../../store/participant/participant.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { noteLeft } from '../participant/note-presence.ts';
import { noteDeparture } from '../presence/record-presence.ts';
import { lockTenantMeeting } from '../meeting/tenant-meeting.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';

/**
 * Nobody can join by the link any more. Those who joined by it are removed by the task
 * `remove_guests`, and again whenever they reappear, since a media token cannot be revoked. Problems:
 * meeting_not_found, content_expired, guest_link_not_found.
 */
export async function revokeGuestLink(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string; guestLinkRef: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const meeting = await lockTenantMeeting(tx, request);
    const link = await findMeetingLink(tx.db, request.meetingRef, request.guestLinkRef);
    if (!link) throw new Problem('guest_link_not_found');
    await revokeLink(tx, meeting, link);
    await noteDeparture(tx, meeting);
  });
}

/** The same for a meeting whose row is held; the caller then notes the departure. */
export async function revokeLink(
  tx: TxCtx,
  meeting: MeetingRow,
  link: GuestLinkRow,
): Promise<void> {
  const now = tx.clock.now();
  if (!(await markLinkRevoked(tx.db, link.guest_link_ref, now))) return;
  const people = await listLinkParticipants(tx.db, link.guest_link_ref);
  if (people.length === 0) return;
  await putDueTask(tx, 'remove_guests', link.guest_link_ref);
  const refs = people.map((person) => person.participant_ref);
  await noteLeft(tx, meeting, refs, { at: now, reason: 'link_revoked' });
  await markNotReturning(tx.db, refs);
}
