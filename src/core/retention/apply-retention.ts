import { lockMeeting } from '../../store/meeting.ts';
import { deleteOldAuditEntries } from '../../store/audit.ts';
import {
  deleteOldEvents,
  deleteOldFinishedRooms,
  deleteOldIdempotencyRecords,
  deleteOldMediaEvents,
  listOldArtifacts,
  listOldMeetings,
} from '../../store/retention.ts';
import { deleteOldDeliveries } from '../../store/webhook/webhook-delivery.ts';
import { expireContent } from '../artifact/erase-artifact.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { forgetMeetings } from '../meeting/delete-meeting.ts';
import { isTerminal } from '../meeting/transitions.ts';
import type { TaskOutcome } from '../task/task.ts';
import { putTaskIfAbsent } from '../../store/task.ts';
import { DAY_MS } from '../timing.ts';

const EVERY_MS = 3_600_000;
const BATCH = 500;
/** Many, since every commit waits for the disk and for other transactions that notify. */
const MAX_IN_TRANSACTION = 20;
/** The media server may repeat an event late, but not after days. */
const MEDIA_DAYS = 2;

/** More failures mean that the cause is not a single meeting. */
const MAX_FAILURES = 16;

/**
 * Deletes in batches what the settings no longer keep; due again in an hour. A failure does not keep the
 * rest from being deleted; rejects with the first failure.
 */
export async function applyRetention(ctx: Ctx, signal: AbortSignal): Promise<TaskOutcome> {
  const now = ctx.clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { transcriptDays, meetingDays, eventDays, auditDays } = ctx.settings.keep;
  const steps: (() => Promise<number>)[] = [
    () => deleteOldIdempotencyRecords(ctx.db, now, BATCH),
    () => deleteOldMediaEvents(ctx.db, before(MEDIA_DAYS), BATCH),
    () => deleteOldFinishedRooms(ctx.db, before(MEDIA_DAYS), BATCH),
  ];
  if (eventDays > 0) {
    steps.push(() => deleteOldEvents(ctx.db, before(eventDays), BATCH));
    steps.push(() => deleteOldDeliveries(ctx.db, before(eventDays), BATCH));
  }
  if (auditDays > 0) steps.push(() => deleteOldAuditEntries(ctx.db, before(auditDays), BATCH));
  // Meetings first: what is deleted with its meeting needs no step of its own.
  if (meetingDays > 0) steps.push(() => expireMeetings(ctx, before(meetingDays)));
  if (transcriptDays > 0)
    steps.push(() => expireArtifacts(ctx, 'available_at', before(transcriptDays)));
  steps.push(() => expireArtifacts(ctx, 'keep_until', now));
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      while (!signal.aborted && (await step()) >= BATCH);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return { again: new Date(now.getTime() + (signal.aborted ? 0 : EVERY_MS)) };
}

async function expireArtifacts(
  ctx: Ctx,
  since: 'available_at' | 'keep_until',
  before: Date,
): Promise<number> {
  const old = await listOldArtifacts(ctx.db, since, before, BATCH);
  return expireEach(ctx, old, async (tx, group) => {
    for (const { meeting_ref: meetingRef, kind } of group) {
      const meeting = await lockMeeting(tx.db, meetingRef);
      if (meeting && isTerminal(meeting.state)) await expireContent(tx, meeting, kind);
    }
  });
}

async function expireMeetings(ctx: Ctx, before: Date): Promise<number> {
  const old = await listOldMeetings(ctx.db, before, BATCH);
  const refsOf = (group: readonly { meeting_ref: string }[]) =>
    group.map(({ meeting_ref: ref }) => ref);
  return expireEach(ctx, old, (tx, group) => forgetMeetings(tx, refsOf(group)));
}

/**
 * In groups, and one by one where a group fails. Returns how many there were. Rejects with the first failure, after it
 * has tried the others.
 */
async function expireEach<T extends { meeting_ref: string }>(
  ctx: Ctx,
  old: readonly T[],
  expire: (tx: TxCtx, group: readonly T[]) => Promise<void>,
): Promise<number> {
  const failures: unknown[] = [];
  const groups: (readonly T[])[] = [];
  for (let n = 0; n < old.length; n += MAX_IN_TRANSACTION)
    groups.push(old.slice(n, n + MAX_IN_TRANSACTION));
  while (groups.length > 0 && failures.length < MAX_FAILURES) {
    const group = groups.shift() ?? [];
    try {
      await inTransaction(ctx, (tx) => expire(tx, group));
    } catch (error) {
      if (group.length > 1) {
        groups.unshift(...group.map((one) => [one]));
        continue;
      }
      failures.push(error);
      const fields = { component: 'retention', meetingRef: group[0]?.meeting_ref ?? '', error };
      ctx.log.warn('expired data of a meeting could not be deleted', fields);
    }
  }
  if (failures.length > 0) throw failures[0];
  return old.length;
}

/** At startup: creates the one task that applies the retention rules, in any worker. */
export function keepRetention(ctx: Ctx): Promise<void> {
  return putTaskIfAbsent(ctx.db, 'apply_retention', 'all', ctx.clock.now());
}
