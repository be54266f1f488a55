import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { findMeeting } from '../../store/meeting.ts';
import { openStore } from '../../store/open-store.ts';
import { deleteOldEvents } from '../../store/retention.ts';
import { putTask } from '../../store/task.ts';
import { inTransaction } from '../context.ts';
import { newRef } from '../ids.ts';
import { forgetMeetings } from '../meeting/delete-meeting.ts';
import { applyRetention } from './apply-retention.ts';

const { db, url } = await testDatabase();
const DAY = 86_400;
const { signal } = new AbortController();

async function addFinishedRoom(meeting_ref: string, finished_at: Date): Promise<string> {
  const room_sid = newRef('RM');
  await db.insertInto('finished_room').values({ room_sid, meeting_ref, finished_at }).execute();
  return room_sid;
}
const finishedRooms = async () =>
  (await db.selectFrom('finished_room').select('room_sid').execute()).map((row) => row.room_sid);

test('a worker that is stopping deletes nothing, and the next run is due at once instead of in an hour', async () => {
  const { ctx, clock } = coreScene(db);
  await db
    .insertInto('media_event')
    .values({ event_id: 'EV_old', received_at: clock.now() })
    .execute();
  clock.advance(3 * DAY);
  const left = () => db.selectFrom('media_event').select('event_id').execute();
  expect(await applyRetention(ctx, AbortSignal.abort())).toEqual({ again: clock.now() });
  expect(await left()).toHaveLength(1);
  const inAnHour = new Date(clock.now().getTime() + 3_600_000);
  expect(await applyRetention(ctx, signal)).toEqual({ again: inAnHour });
  expect(await left()).toEqual([]);
});

test('the end of a room is remembered while its meeting is open, so that no late event reopens the room', async () => {
  const { ctx, clock, newMeeting } = coreScene(db);
  const { meetingRef } = await newMeeting();
  const needed = await addFinishedRoom(meetingRef, clock.now());
  await addFinishedRoom('mtg_gone', clock.now());
  clock.advance(3 * DAY);
  await applyRetention(ctx, signal);
  expect(await finishedRooms()).toEqual([needed]);
});

test('a meeting that is forgotten leaves no task and no ended room behind, and those of others stay', async () => {
  const { ctx, clock, newMeeting, taskKinds } = coreScene(db);
  await db.deleteFrom('finished_room').execute();
  const [one, other] = [await newMeeting(), await newMeeting()];
  for (const { meetingRef } of [one, other]) {
    await putTask(db, 'summary_deadline', meetingRef, clock.now());
    await addFinishedRoom(meetingRef, clock.now());
  }
  await inTransaction(ctx, (tx) => forgetMeetings(tx, [one.meetingRef]));
  expect(await taskKinds(one.meetingRef)).toEqual([]);
  expect(await taskKinds(other.meetingRef)).toContain('summary_deadline');
  expect(await finishedRooms()).toHaveLength(1);
});

test('forty expired meetings are deleted in two transactions', async () => {
  const statements: string[] = [];
  const watched = openStore(url, 1, { log: ({ query }) => void statements.push(query.sql) });
  const keep = { audioDays: 0, transcriptDays: 0, meetingDays: 1, eventDays: 0, auditDays: 0 };
  const { ctx, clock } = coreScene(watched, { keep });
  await sql`insert into meeting (meeting_ref, tenant, state, title, created_at, state_changed_at)
    select 'mtg_' || n, 'acme', 'ended', 'Old', ${clock.now()}, ${clock.now()} from generate_series(1, 40) n`.execute(
    db,
  );
  clock.advance(2 * DAY);
  await applyRetention(ctx, signal);
  await watched.destroy();
  expect(await findMeeting(db, 'mtg_40')).toBeUndefined();
  expect(statements.filter((text) => text === 'commit')).toHaveLength(2);
});

test('events are deleted from the oldest on, so that a log has no hole', async () => {
  const { clock } = coreScene(db);
  await db.deleteFrom('event').execute();
  const old = clock.now();
  clock.advance(2 * DAY);
  for (const [index, created_at] of [old, clock.now(), old].entries())
    await db
      .insertInto('event')
      .values({
        event_ref: newRef('evt'),
        tenant: 'acme',
        position: index + 1,
        type: 'summary.available',
        meeting_ref: 'mtg_1',
        meeting_state: 'ended',
        created_at,
      })
      .execute();
  // An updated row moves to the end of the table, so the physical order now differs from that of the log.
  await db.updateTable('event').set({ tenant: 'acme' }).where('position', '=', 1).execute();
  const before = new Date(clock.now().getTime() - DAY * 1_000);
  expect([await deleteOldEvents(db, before, 1), await deleteOldEvents(db, before, 1)]).toEqual([
    1, 0,
  ]);
  const left = await db.selectFrom('event').select('position').orderBy('position').execute();
  expect(left.map(({ position }) => position)).toEqual([2, 3]);
});
