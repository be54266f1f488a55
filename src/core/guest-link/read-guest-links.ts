import type { GuestLink, GuestLinkList } from '../../../contract/generated/api.ts';
import { findMeetingLink, listGuestLinkRows, toGuestLink } from '../../store/guest-link.ts';
import type { Actor, Ctx } from '../context.ts';
import { tenantMeeting } from '../meeting/tenant-meeting.ts';
import { Problem } from '../problem.ts';

/** Every link of the meeting, without its URL. Problems: meeting_not_found, content_expired. */
export async function listGuestLinks(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string },
): Promise<GuestLinkList> {
  await tenantMeeting(ctx, request);
  return { guestLinks: (await listGuestLinkRows(ctx.db, request.meetingRef)).map(toGuestLink) };
}

/** One link, without its URL. Problems: meeting_not_found, content_expired, guest_link_not_found. */
export async function readGuestLink(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string; guestLinkRef: string },
): Promise<GuestLink> {
  await tenantMeeting(ctx, request);
  const link = await findMeetingLink(ctx.db, request.meetingRef, request.guestLinkRef);
  if (!link) throw new Problem('guest_link_not_found');
  return toGuestLink(link);
}
