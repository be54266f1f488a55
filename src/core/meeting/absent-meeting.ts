import { isMeetingExpired } from '../../store/meeting.ts';
import type { Actor, Ctx, TxCtx } from '../context.ts';
import { Problem } from '../problem.ts';

/**
 * Why the tenant has no meeting of this reference: content_expired when it went with the retention
 * rules, else meeting_not_found.
 */
export async function absentMeeting(
  ctx: Ctx | TxCtx,
  actor: Actor,
  meetingRef: string,
): Promise<Problem> {
  return new Problem(
    (await isMeetingExpired(ctx.db, actor.tenant, meetingRef))
      ? 'content_expired'
      : 'meeting_not_found',
  );
}
