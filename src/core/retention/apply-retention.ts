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
import { type Ctx, inTransaction } from '../context.ts';
import { forgetMeeting } from '../meeting/delete-meeting.ts';
import { isTerminal } from '../meeting/transitions.ts';
import type { TaskOutcome } from '../task/task.ts';
import { putTaskIfAbsent } from '../../store/task.ts';
import { DAY_MS } from '../timing.ts';

const EVERY_MS = 3_600_000;
const BATCH = 500;
/** The media server may repeat an event late, but not after days. */
const MEDIA_DAYS = 2;

/** Deletes in batches what the settings no longer keep; due again in an hour. */
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
  for (const step of steps) while (!signal.aborted && (await step()) >= BATCH);
  return { again: new Date(now.getTime() + (signal.aborted ? 0 : EVERY_MS)) };
}

async function expireArtifacts(
  ctx: Ctx,
  since: 'available_at' | 'keep_until',
  before: Date,
): Promise<number> {
  const old = await listOldArtifacts(ctx.db, since, before, BATCH);
  for (const { meeting_ref: meetingRef, kind } of old) {
    await inTransaction(ctx, async (tx) => {
      const meeting = await lockMeeting(tx.db, meetingRef);
      if (meeting && isTerminal(meeting.state)) await expireContent(tx, meeting, kind);
    });
  }
  return old.length;
}

async function expireMeetings(ctx: Ctx, before: Date): Promise<number> {
  const old = await listOldMeetings(ctx.db, before, BATCH);
  for (const meetingRef of old) await inTransaction(ctx, (tx) => forgetMeeting(tx, meetingRef));
  return old.length;
}

/** At startup: creates the one task that applies the retention rules, in any worker. */
export function keepRetention(ctx: Ctx): Promise<void> {
  return putTaskIfAbsent(ctx.db, 'apply_retention', 'all', ctx.clock.now());
}
