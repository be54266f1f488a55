import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { scriptedScribe } from '../../../dev/world/speech/scripted-scribe.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import type { Ctx } from '../context.ts';
import { insertWebhook } from '../../store/webhook/webhook.ts';
import { insertDeliveries } from '../../store/webhook/webhook-delivery.ts';
import { newRef } from '../ids.ts';
import { cancelMeeting } from '../meeting/cancel-meeting.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { readMeeting } from '../meeting/read-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { readSummary } from '../summary/read-summary.ts';
import { readTranscript } from '../transcript/read-transcript.ts';
import { readSpoolState } from '../transcript/capture.ts';
import { keepRetention } from './apply-retention.ts';

const DAY = 86_400;
const { db } = await testDatabase();
const handlers = { ...taskHandlers, attend_meeting: scriptedScribe };
type Keep = Partial<Ctx['settings']['keep']>;

/** A held meeting with its transcript and its summary, under these rules. */
async function held(keep: Keep) {
  const scene = coreScene(db, {
    keep: { audioDays: 0, transcriptDays: 0, meetingDays: 0, eventDays: 0, auditDays: 0, ...keep },
  });
  for (const table of ['task', 'audit_entry'] as const) await db.deleteFrom(table).execute();
  const link = await scene.newMeeting();
  const guest = await comeIn(scene.ctx, { ...link, displayName: 'Zebulon' });
  scene.media.connect(link.meetingRef, guest.participantRef);
  await noteConnected(scene.ctx, guest);
  await scene.work(handlers);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: link.meetingRef, call: null });
  for (let round = 0; round < 4; round++) {
    await scene.work(handlers);
    scene.clock.advance(3);
  }
  await keepRetention(scene.ctx);
  const request = { actor: scene.actor, meetingRef: link.meetingRef };
  const pass = async (days: number) => {
    scene.clock.advance(days * DAY);
    await scene.work(handlers);
  };
  return { scene, request, pass };
}
const rowsOf = async (table: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]
      ?.n,
  );

/** One of each status. */
async function addDeliveries(created_at: Date): Promise<void> {
  await db.deleteFrom('webhook').execute();
  const webhook_ref = newRef('wh');
  await db.transaction().execute(async (tx) => {
    await insertWebhook(tx, {
      webhook_ref,
      tenant: 'acme',
      url: 'https://93.184.216.34/',
      event_types: null,
      status: 'active',
      status_reason: null,
      created_at,
      secret_key_id: 'k1',
      secret_number: 1,
      previous_key_id: null,
      previous_number: null,
      previous_until: null,
    });
    const deliveries = (['delivered', 'failed', 'pending'] as const).map((status) => ({
      delivery_ref: newRef('dlv'),
      webhook_ref,
      event_ref: newRef('evt'),
      event_type: 'summary.available' as const,
      meeting_ref: null,
      body: '{}',
      status,
      created_at,
      delivered_at: null,
      next_attempt_at: null,
    }));
    await insertDeliveries(tx, deliveries);
  });
}

describe('retention', () => {
  test('where no days are set, everything is kept forever', async () => {
    const { scene, request, pass } = await held({});
    const by = { tenant: 't', keyId: 'k', participantRef: null };
    const call = { ...by, operation: 'endMeeting', path: '/v1', requestId: 'r' };
    for (const status of [200, 201]) await openAuditLog(scene.ctx).note({ ...call, status });
    await addDeliveries(scene.clock.now());
    const kept = ['event', 'webhook_delivery', 'audit_entry'];
    const before = await Promise.all(kept.map(rowsOf));
    await pass(10_000);
    expect(await Promise.all(kept.map(rowsOf))).toEqual(before);
    expect((await readTranscript(scene.ctx, request)).transcript.segments).toHaveLength(1);
    expect((await readSummary(scene.ctx, request)).summary.overview).toBe('Hello.');
  });

  // Promise: retention
  test('transcripts and summaries are deleted when their days are over, and say so; the meeting stays', async () => {
    const { scene, request, pass } = await held({ transcriptDays: 30 });
    await pass(29);
    expect((await readTranscript(scene.ctx, request)).transcript.segments).toHaveLength(1);
    await pass(1.1);
    await expect(readTranscript(scene.ctx, request)).rejects.toMatchObject({
      code: 'content_expired',
    });
    await expect(readSummary(scene.ctx, request)).rejects.toMatchObject({
      code: 'content_expired',
    });
    expect((await readMeeting(scene.ctx, request)).meeting.meetingState).toBe('ended');
    const words = await db
      .selectFrom('track')
      .select('track_ref')
      .where('meeting_ref', '=', request.meetingRef)
      .execute();
    expect(words).toEqual([]);
  });

  // Promise: retention
  test('a meeting is deleted with everything that belongs to it, and only its tenant learns that', async () => {
    const { scene, request, pass } = await held({ meetingDays: 7 });
    await pass(7.1);
    for (const read of [readMeeting, readTranscript, readSummary])
      await expect(read(scene.ctx, request)).rejects.toMatchObject({ code: 'content_expired' });
    await expect(cancelMeeting(scene.ctx, { ...request, call: null })).rejects.toMatchObject({
      code: 'content_expired',
    });
    const foreign = { ...request, actor: { ...scene.actor, tenant: 'other' } };
    await expect(readMeeting(scene.ctx, foreign)).rejects.toMatchObject({
      code: 'meeting_not_found',
    });
    const left = await sql<{
      ref: string;
    }>`select meeting_ref as ref from participant where meeting_ref = ${request.meetingRef}
      union all select ref from task where ref = ${request.meetingRef}
      union all select meeting_ref from artifact where meeting_ref = ${request.meetingRef}`.execute(
      db,
    );
    expect(left.rows).toEqual([]);
    expect(await readSpoolState(scene.ctx, request.meetingRef)).toBe('done');
  });

  test('a meeting that is not over is kept, however old', async () => {
    const { scene, pass } = await held({ meetingDays: 1 });
    const open = await scene.newMeeting();
    await pass(2);
    expect(
      (await readMeeting(scene.ctx, { actor: scene.actor, meetingRef: open.meetingRef })).meeting
        .meetingState,
    ).toBe('created');
  });

  // Promise: retention
  test('audio is deleted with the final transcript, after its days, or when the transcript is gone', async () => {
    const [usual, longer] = [await held({}), await held({ audioDays: 3, transcriptDays: 2 })];
    expect(await readSpoolState(usual.scene.ctx, usual.request.meetingRef)).toBe('done');
    expect(await readSpoolState(longer.scene.ctx, longer.request.meetingRef)).toBe('kept');
    await longer.pass(2.1);
    expect(await readSpoolState(longer.scene.ctx, longer.request.meetingRef)).toBe('done');
    const days = await held({ audioDays: 3 });
    days.scene.clock.advance(3 * DAY);
    expect(await readSpoolState(days.scene.ctx, days.request.meetingRef)).toBe('done');
  });

  // Promise: retention
  test('events are deleted when their days are over', async () => {
    const { pass } = await held({ eventDays: 7 });
    await pass(6.5);
    expect(await rowsOf('event')).toBeGreaterThan(0);
    await pass(1);
    expect(await rowsOf('event')).toBe(0);
  });

  // Promise: retention
  test('deliveries to webhooks are deleted with the events, except those still to be made', async () => {
    const { scene, pass } = await held({ eventDays: 7 });
    await addDeliveries(scene.clock.now());
    await pass(6.5);
    expect(await rowsOf('webhook_delivery')).toBe(3);
    await pass(1);
    const left = await db.selectFrom('webhook_delivery').select('status').execute();
    expect(left).toEqual([{ status: 'pending' }]);
  });

  test('audit log entries are deleted when their days are over, except the newest', async () => {
    const { scene, pass } = await held({ auditDays: 30 });
    const by = { tenant: 't', keyId: 'k', participantRef: null };
    const call = { ...by, operation: 'endMeeting', path: '/v1', requestId: 'r' };
    const log = openAuditLog(scene.ctx);
    for (const status of [200, 201, 202]) await log.note({ ...call, status });
    await pass(29.5);
    expect(await rowsOf('audit_entry')).toBe(3);
    await pass(1);
    expect(await rowsOf('audit_entry')).toBe(1);
  });

  test('expired idempotency records and old media server events are always deleted, batch by batch', async () => {
    const { scene, pass } = await held({});
    const at = scene.clock.now();
    const ids = Array.from({ length: 1_200 }, () => newRef('EV'));
    await db
      .insertInto('media_event')
      .values(ids.map((event_id) => ({ event_id, received_at: at })))
      .execute();
    await db
      .insertInto('finished_room')
      .values({ room_sid: newRef('RM'), meeting_ref: 'mtg_gone', finished_at: at })
      .execute();
    expect(await rowsOf('idempotency_record')).toBeGreaterThan(0);
    await pass(0.5);
    expect(await rowsOf('media_event')).toBeGreaterThanOrEqual(1_200);
    await pass(2);
    expect([
      await rowsOf('media_event'),
      await rowsOf('finished_room'),
      await rowsOf('idempotency_record'),
    ]).toEqual([0, 0, 0]);
  });

  test('a meeting is kept until its transcript and its summary are finished', async () => {
    const { scene, request, pass } = await held({ meetingDays: 7 });
    await db
      .updateTable('artifact')
      .set({ status: 'processing', result: null, content: null, available_at: null })
      .where('meeting_ref', '=', request.meetingRef)
      .where('kind', '=', 'summary')
      .execute();
    await pass(8);
    expect((await readMeeting(scene.ctx, request)).meeting.meetingState).toBe('ended');
  });
});
