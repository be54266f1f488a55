import {
  findTenantMeeting,
  findTenantMeetingLocked,
  type MeetingRow,
} from '../../store/meeting.ts';
import { isMeetingExpired } from '../../store/retention.ts';
import type { Ctx, Tenancy, TxCtx } from '../context.ts';
import { Problem } from '../problem.ts';

type Which = { actor: Tenancy; meetingRef: string };

/** The tenant's meeting, or these columns of it. Problems: meeting_not_found, content_expired. */
export async function tenantMeeting<Column extends keyof MeetingRow = keyof MeetingRow>(
  ctx: Ctx | TxCtx,
  { actor, meetingRef }: Which,
  columns?: readonly Column[],
): Promise<Pick<MeetingRow, Column>> {
  const meeting = await findTenantMeeting(ctx.db, actor.tenant, meetingRef, columns);
  if (!meeting) throw await absentMeeting(ctx, actor, meetingRef);
  return meeting;
}

/** The same, with its row locked until the transaction ends. */
export async function lockTenantMeeting(tx: TxCtx, which: Which): Promise<MeetingRow> {
  const meeting = await findTenantMeetingLocked(tx.db, which.actor.tenant, which.meetingRef);
  if (!meeting) throw await absentMeeting(tx, which.actor, which.meetingRef);
  return meeting;
}

/**
 * Why the tenant has no meeting with this reference: content_expired when the retention rules
 * deleted it, otherwise meeting_not_found.
 */
export async function absentMeeting(
  ctx: Ctx | TxCtx,
  actor: Tenancy,
  meetingRef: string,
): Promise<Problem> {
  return new Problem(
    (await isMeetingExpired(ctx.db, actor.tenant, meetingRef))
      ? 'content_expired'
      : 'meeting_not_found',
  );
}
