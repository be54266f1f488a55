// Retention when something cannot be deleted.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { findArtifact } from '../../store/artifact.ts';
import { findMeeting } from '../../store/meeting.ts';
import { findTask } from '../../store/task.ts';
import { cancelMeeting } from '../meeting/cancel-meeting.ts';
import type { LogFields } from '../ports.ts';
import { keepRetention } from './apply-retention.ts';

const { db } = await testDatabase();
const TABLES = ['artifact', 'meeting'];
const DAY = 86_400;
const KEEP = { audioDays: 0, transcriptDays: 0, meetingDays: 0, eventDays: 0, auditDays: 0 };

/** Three meetings that are over, the first of which the database refuses to change. Retention has run since. */
async function applied(keep: Partial<typeof KEEP>) {
  for (const table of ['task', 'meeting'] as const) await db.deleteFrom(table).execute();
  const { ctx, clock, actor, newMeeting, work } = coreScene(db, { keep: { ...KEEP, ...keep } });
  const warned: (string | undefined)[] = [];
  ctx.log = { ...silentLog, warn: (_, fields?: LogFields) => void warned.push(fields?.meetingRef) };
  const refs: string[] = [];
  for (const _ of [1, 2, 3]) {
    const { meetingRef } = await newMeeting();
    await cancelMeeting(ctx, { actor, meetingRef, call: null });
    refs.push(meetingRef);
    clock.advance(1);
  }
  await work();
  const [stuck = '', ...others] = refs;
  for (const table of TABLES)
    await sql`create or replace trigger refuses before update or delete on ${sql.table(table)} for each row
      when (old.meeting_ref = ${sql.lit(stuck)}) execute function refuse()`.execute(db);
  onTestFinished(async () => {
    for (const table of TABLES) await sql`drop trigger refuses on ${sql.table(table)}`.execute(db);
  });
  clock.advance(2 * DAY);
  await keepRetention(ctx);
  await work();
  return { stuck, others, warned, ctx };
}

await sql`create function refuse() returns trigger language plpgsql as
  $$ begin raise exception 'refused' using errcode = 'XX001'; end $$`.execute(db);

test('a transcript that cannot be deleted is named in the log, and keeps no other from being deleted', async () => {
  const { stuck, others, warned } = await applied({ transcriptDays: 1 });
  for (const meetingRef of others)
    expect((await findArtifact(db, meetingRef, 'transcript'))?.expired_at).toEqual(
      expect.any(Date),
    );
  expect(warned).toContain(stuck);
  expect(await findTask(db, 'apply_retention', 'all')).toMatchObject({ attempt: 1 });
});

test('a meeting that cannot be deleted keeps neither others nor their transcripts from being deleted', async () => {
  const { stuck, others, warned } = await applied({ meetingDays: 1, transcriptDays: 1 });
  for (const meetingRef of others) expect(await findMeeting(db, meetingRef)).toBeUndefined();
  // For itself, its transcript and its summary: those were tried as well.
  expect(warned.filter((ref) => ref === stuck)).toHaveLength(3);
});
