import type { Meeting } from '../../../contract/generated/api.ts';
import { findTenantMeeting, toMeeting } from '../../store/meeting.ts';
import type { Actor, Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { meetingPollSeconds } from './poll-seconds.ts';

/** `version` grows with each change. `pollSeconds`: when to look again; null when nothing will change any more. */
export type MeetingReading = { meeting: Meeting; version: number; pollSeconds: number | null };

/** Problems: meeting_not_found. */
export async function readMeeting(ctx: Ctx, { actor, meetingRef }: { actor: Actor; meetingRef: string }): Promise<MeetingReading> {
  const row = await findTenantMeeting(ctx.db, actor.tenant, meetingRef);
  if (!row) throw new Problem('meeting_not_found');
  return { meeting: toMeeting(row), version: row.version, pollSeconds: meetingPollSeconds(row.state) };
}
