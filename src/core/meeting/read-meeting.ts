import type { Meeting } from '../../../contract/generated/api.ts';
import { findTenantMeeting, SHOWN_COLUMNS } from '../../store/meeting.ts';
import type { Actor, Ctx } from '../context.ts';
import { meetingOf } from './meeting-options.ts';
import { meetingPollSeconds } from './poll-seconds.ts';
import { tenantMeeting } from './tenant-meeting.ts';

/** `version` grows with each change. `pollSeconds`: when to look again; null when nothing will change any more. */
export type MeetingReading = { meeting: Meeting; version: number; pollSeconds: number | null };

type Request = { actor: Actor; meetingRef: string };

/** A cheap check for callers that may already have the latest version; null when there is no such meeting. */
export async function readMeetingVersion(
  ctx: Ctx,
  { actor, meetingRef }: Request,
): Promise<Omit<MeetingReading, 'meeting'> | null> {
  const row = await findTenantMeeting(ctx.db, actor.tenant, meetingRef, ['version', 'state']);
  return row ? { version: row.version, pollSeconds: meetingPollSeconds(row.state) } : null;
}

/** Problems: meeting_not_found, content_expired. */
export async function readMeeting(ctx: Ctx, request: Request): Promise<MeetingReading> {
  const row = await tenantMeeting(ctx, request, [...SHOWN_COLUMNS, 'version']);
  return {
    meeting: meetingOf(ctx, row),
    version: row.version,
    pollSeconds: meetingPollSeconds(row.state),
  };
}
