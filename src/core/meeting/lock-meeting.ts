import type { Meeting } from '../../../contract/generated/api.ts';
import { changeMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { acceptsGuests } from '../guest-link/usable-link.ts';
import { once } from '../idempotency/once.ts';
import { Problem } from '../problem.ts';
import { meetingOf } from './meeting-options.ts';
import type { MovedMeeting, MoveRequest } from './move-on-request.ts';
import { lockTenantMeeting, tenantMeeting } from './tenant-meeting.ts';

/**
 * Closes the meeting to newcomers, or reopens it. Those inside stay, and may reconnect. Problems: meeting_not_found,
 * content_expired, invalid_state when the meeting is over, and those of `once`.
 */
export async function setMeetingLock(
  ctx: Ctx,
  request: MoveRequest & { locked: boolean },
): Promise<MovedMeeting> {
  return inTransaction(ctx, async (tx) => {
    await tenantMeeting(tx, request);
    if (request.call === null) return { ...(await setLock(tx, request)), replayed: false };
    const { outcome, replayed } = await once(tx, request.call, {}, () => setLock(tx, request));
    return { ...outcome, replayed };
  });
}

async function setLock(
  tx: TxCtx,
  request: MoveRequest & { locked: boolean },
): Promise<{ meeting: Meeting; version: number }> {
  const row = await lockTenantMeeting(tx, request);
  if (!acceptsGuests(row.state)) throw new Problem('invalid_state', { meetingState: row.state });
  if (row.locked === request.locked) return { meeting: meetingOf(tx, row), version: row.version };
  const changed = await changeMeeting(tx.db, row.meeting_ref, { locked: request.locked });
  await notify(tx.db, { topic: 'meeting', ref: row.meeting_ref });
  return { meeting: meetingOf(tx, changed), version: changed.version };
}
