import type { Meeting } from '../../../contract/generated/api.ts';
import type { Actor, Ctx } from '../context.ts';
import { meetingOf } from './meeting-options.ts';
import { meetingPollSeconds } from './retry-after.ts';
import { tenantMeeting } from './tenant-meeting.ts';

/** `version` grows with each change. `pollSeconds`: when to look again; null when nothing will change any more. */
export type MeetingReading = { meeting: Meeting; version: number; pollSeconds: number | null };

/** Problems: meeting_not_found, content_expired. */
export async function readMeeting(
  ctx: Ctx,
  { actor, meetingRef }: { actor: Actor; meetingRef: string },
): Promise<MeetingReading> {
  const row = await tenantMeeting(ctx, { actor, meetingRef });
  return {
    meeting: meetingOf(ctx, row),
    version: row.version,
    pollSeconds: meetingPollSeconds(row.state),
  };
}
