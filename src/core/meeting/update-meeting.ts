import { isDeepStrictEqual } from 'node:util';
import type { CreateMeeting, Meeting, UpdateMeeting } from '../../../contract/generated/api.ts';
import { moveLinkExpiry } from '../../store/guest-link.ts';
import { changeMeeting, type MeetingRow, scheduleOf } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import { putTask } from '../../store/task.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { linkExpiresAt } from '../guest-link/usable-link.ts';
import { type FieldFault, Problem } from '../problem.ts';
import { mergePatch } from '../validation/merge-patch.ts';
import { letInWhoNeedNotWait } from '../waiting/admit-waiting.ts';
import { checkOptions, meetingOf, optionFaults } from './meeting-options.ts';
import { noShowDueAt, planMeeting } from './plan-meeting.ts';
import { lockTenantMeeting } from './tenant-meeting.ts';

type MeetingUpdate = {
  actor: Actor;
  meetingRef: string;
  patch: UpdateMeeting;
  /** Throws Problem validation_error, `others` included, for a meeting that could not be created like this. */
  check: (merged: unknown, others: readonly FieldFault[]) => void;
  /** Whether the caller made the patch for this version; null when any will do. */
  isExpected: ((version: number) => boolean) | null;
};

/**
 * Changes a meeting that has not begun; its no-show time and its links' expiry follow, and those who wait for no reason
 * any more come in. Metadata alone may change at any time. A patch that changes nothing does nothing.
 * Problems: meeting_not_found, content_expired, precondition_failed, validation_error, invalid_state.
 */
export async function updateMeeting(
  ctx: Ctx,
  update: MeetingUpdate,
): Promise<{ meeting: Meeting; version: number }> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockTenantMeeting(tx, update);
    if (update.isExpected && !update.isExpected(row.version))
      throw new Problem('precondition_failed');
    const { title, language_code: languageCode, metadata, options } = row;
    const before = { title, schedule: scheduleOf(row), languageCode, metadata, options };
    const merged = mergePatch(before, update.patch) as CreateMeeting;
    update.check(merged, optionFaults(update.patch.options, tx.settings));
    const onlyMetadata = Object.keys(update.patch).every((name) => name === 'metadata');
    const mayChange = row.state === 'created' || (onlyMetadata && 'metadata' in update.patch);
    if (!mayChange) throw new Problem('invalid_state', { meetingState: row.state });
    // What the meeting already has may be beyond settings that are newer than the meeting.
    checkOptions(update.patch.options, tx.settings);
    const changed = await change(tx, row, merged);
    return { meeting: meetingOf(tx, changed), version: changed.version };
  });
}

/** `to` is the whole meeting as the client wants it. */
async function change(tx: TxCtx, meeting: MeetingRow, to: CreateMeeting): Promise<MeetingRow> {
  const { meeting_ref: meetingRef, tenant, created_at: now } = meeting;
  const options = to.options ?? {};
  const plan = planMeeting({ ...to, options }, { meetingRef, tenant, now });
  const { title, start_at, end_at, timezone, starts_at, ends_at, language_code } = plan;
  const columns = { title, start_at, end_at, timezone, language_code };
  const wanted = { ...meeting, ...columns, metadata: to.metadata ?? {}, options };
  if (isDeepStrictEqual(wanted, meeting)) return meeting;
  const isRescheduled = !isDeepStrictEqual(
    [starts_at, ends_at],
    [meeting.starts_at, meeting.ends_at],
  );
  const changed = await changeMeeting(tx.db, meetingRef, {
    ...columns,
    starts_at,
    ends_at,
    rescheduled_at: isRescheduled ? tx.clock.now() : meeting.rescheduled_at,
    metadata: JSON.stringify(wanted.metadata),
    options: JSON.stringify(options),
  });
  await notify(tx.db, { topic: 'meeting', ref: meetingRef });
  if (meeting.state !== 'created') return changed;
  await putTask(tx.db, 'no_show', meetingRef, noShowDueAt(changed, tx.settings));
  await moveLinkExpiry(tx.db, meetingRef, linkExpiresAt(changed, tx.settings));
  await letInWhoNeedNotWait(tx, changed);
  return changed;
}
