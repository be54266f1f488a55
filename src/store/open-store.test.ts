import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { coreScene } from '../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { standbyCluster } from '../../dev/world/postgres-clusters.ts';
import { isDatabaseAway } from './database/trouble.ts';
import { findMeeting, findTenantMeeting, lockMeeting } from './meeting.ts';
import {
  connectionOptions,
  migrate,
  migrations,
  MigrationBlocked,
  NewerDatabase,
  OlderDatabase,
  openStore,
  ping,
  requireSchema,
} from './open-store.ts';
import { inTransaction } from '../core/context.ts';
import type { Db, Tx } from './schema.ts';

const { db, url } = await testDatabase();

test('a process or machine that stops in mid-transaction keeps nobody waiting forever', async () => {
  const { meetingRef } = await coreScene(db).newMeeting();
  const stalling = openStore(url, 1, { stalledMs: 60_000 });
  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stalled = stalling.transaction().execute(async (tx) => {
    await lockMeeting(tx, meetingRef);
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(tx);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
    // So that this test need not wait for a minute.
    await sql`set local idle_in_transaction_session_timeout = 100`.execute(tx);
    held.resolve();
    await goOn.promise;
    await ping(tx);
  });
  await held.promise;
  const other = await db.transaction().execute((tx) => lockMeeting(tx, meetingRef));
  expect(other?.meeting_ref).toBe(meetingRef);
  goOn.resolve();
  await expect(stalled).rejects.toSatisfy(isDatabaseAway);
  await ping(stalling);
  await stalling.destroy();
});

test('a standby is not used, and does not count as ready, until it is promoted', async () => {
  await using standby = await standbyCluster();
  const store = openStore(standby.url, 1);
  await expect(ping(store)).rejects.toSatisfy(isDatabaseAway);
  await standby.promote();
  await ping(store);
  await sql`create table written ()`.execute(store);
  await store.destroy();
});

test('a database that a newer version has used is left alone', async () => {
  const name = '9999-later';
  await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(
    db,
  );
  await expect(migrate(db)).rejects.toThrow(NewerDatabase);
  await sql`delete from kysely_migration where name = ${name}`.execute(db);
  await migrate(db);
});

test('a newer version may change a table while this one runs: statements and transactions still work', async () => {
  const scene = coreScene(db);
  const { meetingRef } = await scene.newMeeting();
  const running = openStore(url, 2);
  const ctx = { ...scene.ctx, db: running };
  const both = (on: Db | Tx) =>
    Promise.all([findMeeting(on, meetingRef), findTenantMeeting(on, 'acme', meetingRef)]);
  const transaction = () => inTransaction(ctx, ({ db: tx }) => both(tx));
  await Promise.all([transaction(), transaction(), both(running)]);
  for (const change of ['add column of_a_newer_version text', 'drop column of_a_newer_version']) {
    await sql`alter table meeting ${sql.raw(change)}`.execute(db);
    const read = await Promise.all([transaction(), transaction(), both(running)]);
    for (const meeting of read.flat()) expect(meeting?.meeting_ref).toBe(meetingRef);
  }
  await running.destroy();
});

test('a blocked change of the schema is refused within seconds, and nothing is changed', async () => {
  const next = { up: async (tx: Kysely<unknown>) => void (await alterTask.execute(tx)) };
  const alterTask = sql`alter table task add column later text`;
  const free = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const reader = db.transaction().execute(async (tx) => {
    await tx.selectFrom('task').select('ref').execute();
    held.resolve();
    await free.promise;
  });
  await held.promise;
  const started = performance.now();
  const steps = { ...migrations, '9999-next': next };
  await expect(migrate(db, steps)).rejects.toThrow(MigrationBlocked);
  // Far from a wait without limit, also on a busy machine.
  expect(performance.now() - started).toBeLessThan(20_000);
  free.resolve();
  await reader;
  await requireSchema(db);
});

test('a command beside a service changes no schema, and says what to do about another one', async () => {
  await requireSchema(db);
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration returning name, timestamp`.execute(db);
  await expect(requireSchema(db)).rejects.toThrow(OlderDatabase);
  for (const { name, timestamp } of rows)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(
      db,
    );
  await requireSchema(db);
});

test.each([
  ['require', false],
  ['verify-full', true],
])('sslmode=%s is what it is for every other client of PostgreSQL', (sslmode, isChecked) => {
  const options = connectionOptions(`postgres://parley@db/parley?sslmode=${sslmode}`);
  const { ssl } = new pg.Client(options) as unknown as { ssl: { rejectUnauthorized?: boolean } };
  expect(ssl).toBeInstanceOf(Object);
  expect(ssl.rejectUnauthorized !== false).toBe(isChecked);
});
