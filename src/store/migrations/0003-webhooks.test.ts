import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import * as firstMeeting from './0001-first-meeting.ts';
import * as webhooks from './0003-webhooks.ts';

const { db } = await testDatabase();
const untyped = db as unknown as Kysely<unknown>;

test('events of an older data folder are counted for each tenant in their order, and new ones go on from there', async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await firstMeeting.up(untyped);
  for (const tenant of ['a', 'b', 'a'])
    await sql`insert into event (tenant, type, meeting_ref, meeting_state, created_at)
      values (${tenant}, 'meeting.state_changed', 'mtg_x', 'ended', now())`.execute(db);
  await webhooks.up(untyped);
  const events = await db
    .selectFrom('event')
    .select(['tenant', 'position', 'event_ref'])
    .orderBy('event_id')
    .execute();
  expect(events).toMatchObject([
    { tenant: 'a', position: 1 },
    { tenant: 'b', position: 1 },
    { tenant: 'a', position: 2 },
  ]);
  expect(new Set(events.map((event) => event.event_ref)).size).toBe(3);
  expect(await db.selectFrom('event_position').selectAll().orderBy('tenant').execute()).toEqual([
    { tenant: 'a', last: 2 },
    { tenant: 'b', last: 1 },
  ]);
});
