import { isDeepStrictEqual } from 'node:util';
import type { CreateMeeting, Meeting } from '../../../contract/generated/api.ts';
import { moveLinkExpiry } from '../../store/guest-link.ts';
import { changeMeeting, toMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import { putTask } from '../../store/task.ts';
import { type Actor, type Ctx, inTransaction } from '../context.ts';
import { linkExpiresAt } from '../guest-link/link-expires-at.ts';
import { Problem } from '../problem.ts';
import { noShowDueAt } from './no-show-due-at.ts';
import { planMeeting } from './plan-meeting.ts';
import { lockTenantMeeting } from './tenant-meeting.ts';

/** `to` is the whole new title, schedule and language, which have passed the contract; made from what `version` said. */
export type MeetingUpdate = {
  actor: Actor;
  meetingRef: string;
  version: number;
  to: Required<CreateMeeting>;
};

/**
 * Changes a meeting that has not begun; its no-show time and its links' expiry follow. A change to nothing is none.
 * Problems: meeting_not_found, content_expired, invalid_state, precondition_failed when it is not `version` any more.
 */
export async function updateMeeting(
  ctx: Ctx,
  update: MeetingUpdate,
): Promise<{ meeting: Meeting; version: number }> {
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockTenantMeeting(tx, update);
    if (meeting.state !== 'created')
      throw new Problem('invalid_state', { meetingState: meeting.state });
    if (meeting.version !== update.version) throw new Problem('precondition_failed');
    const plan = planMeeting(update.to, {
      meetingRef: meeting.meeting_ref,
      tenant: meeting.tenant,
      now: meeting.created_at,
    });
    const { title, start_at, end_at, timezone, ends_at, language_code } = plan;
    const change = { title, start_at, end_at, timezone, language_code };
    if (isDeepStrictEqual({ ...meeting, ...change }, meeting))
      return { meeting: toMeeting(meeting), version: meeting.version };
    const changed = await changeMeeting(tx.db, meeting.meeting_ref, { ...change, ends_at });
    await putTask(
      tx.db,
      'no_show',
      meeting.meeting_ref,
      noShowDueAt(changed.created_at, changed.ends_at, tx.settings),
    );
    await moveLinkExpiry(tx.db, meeting.meeting_ref, linkExpiresAt(changed, tx.settings));
    await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
    return { meeting: toMeeting(changed), version: changed.version };
  });
}
