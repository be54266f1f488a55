import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { cuttingProxy } from '../../dev/world/service/cutting-proxy.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { until } from '../../dev/world/until.ts';
import { insertAuditEntries, readAuditChains } from './audit.ts';
import { isDatabaseAway } from './database/trouble.ts';
import { listMeetingRows } from './meeting.ts';
import { openStore, ping, type StoreOptions } from './open-store.ts';
import { listConnectionQualities } from './participant/connection-quality.ts';
import { listVisits, sumSpokenSamples } from './participant/visit.ts';
import type { Db, Tx } from './schema.ts';

/** Long enough for a busy machine to answer. */
const LIMIT = { answerWithinMs: 3_000 };

const { db, url } = await testDatabase();

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function oneConnection(to: string, options?: StoreOptions): Db {
  const store = openStore(to, 1, options);
  closing.push(() => store.destroy());
  return store;
}

/** What a connection gets from a server that was not ready to write at that moment. */
async function refuseWrites(refuse: boolean): Promise<void> {
  const name = sql.id(new URL(url).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(refuse)}`.execute(
    db,
  );
}

const write = (on: Db | Tx, eventId: string) =>
  on.insertInto('media_event').values({ event_id: eventId, received_at: new Date() }).execute();
const writeInTransaction = (store: Db, eventId: string) =>
  store.transaction().execute((tx) => write(tx, eventId));

test.each([
  ['a statement', write],
  ['a transaction', writeInTransaction],
])('a connection on which %s may not write is replaced', async (what, attempt) => {
  const store = oneConnection(url);
  await refuseWrites(true);
  await expect(attempt(store, what)).rejects.toSatisfy(isDatabaseAway);
  await refuseWrites(false);
  await attempt(store, what);
});

// These wait for the limit, so they run side by side.
test.concurrent.each([
  ['without parameters', ping],
  ['with parameters', (store: Db) => write(store, 'unanswered')],
])('a statement %s fails when the database vanishes, and the next succeeds', async (_, attempt) => {
  const line = await cuttingProxy(url);
  closing.push(() => line.close());
  const store = oneConnection(line.url, LIMIT);
  await ping(store);
  line.silence();
  await expect(attempt(store)).rejects.toSatisfy(isDatabaseAway);
  await attempt(store);
});

test.concurrent(
  'a database that vanishes in mid-transaction is given up, and the next transaction succeeds',
  async () => {
    const line = await cuttingProxy(url);
    closing.push(() => line.close());
    const store = oneConnection(line.url, LIMIT);
    const cutOff = store.transaction().execute(async (tx) => {
      await ping(tx);
      line.silence();
      await write(tx, 'cut off');
    });
    await expect(cutOff).rejects.toSatisfy(isDatabaseAway);
    await writeInTransaction(store, 'cut off');
  },
);

test.concurrent('the server does not continue with a statement that was given up', async () => {
  const slow = sql`select pg_sleep(600) as given_up`.execute(oneConnection(url, LIMIT));
  await expect(slow).rejects.toSatisfy(isDatabaseAway);
  await until('it ended', 10_000, async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
        and query like '%given_up%'`.execute(db);
    return rows.length === 0;
  });
});

test('any number of audit entries is written by one prepared statement', async () => {
  const store = oneConnection(url);
  const counts = [1, 2, 5, 9];
  const entries = counts.flatMap((count) =>
    Array.from({ length: count }, (_, n) => auditEntry(String(count), n + 1)),
  );
  for (const count of counts)
    await insertAuditEntries(
      store,
      entries.filter(({ chain }) => chain === String(count)),
    );
  expect(await preparedOn(store, 'insert into%audit_entry%')).toHaveLength(1);
  expect(await readAuditChains(db, { chain: '', number: 0 }, 100)).toEqual(entries);
});

test('any number of participants is read by the same prepared statements', async () => {
  const store = oneConnection(url);
  for (const refs of [['pt_1'], ['pt_1', 'pt_2'], ['pt_1', 'pt_2', 'pt_3']])
    for (const read of [listVisits, listConnectionQualities, sumSpokenSamples])
      await read(store, refs);
  expect(await preparedOn(store, '%participant_ref%')).toHaveLength(3);
});

test('a list of meetings is planned for the tenant and the filters of each call', async () => {
  const store = oneConnection(url);
  const noTimes = { createdAfter: null, createdBefore: null, startFrom: null, startTo: null };
  const filter = { ...noTimes, states: ['failed'] as const, metadata: { crm: '1' } };
  const page = { order: 'desc', after: null, limit: 10 } as const;
  expect(await listMeetingRows(store, 'acme', filter, page)).toEqual([]);
  expect(await preparedOn(store, '%meeting%')).toEqual([]);
});

async function preparedOn(store: Db, pattern: string): Promise<unknown[]> {
  const { rows } = await sql`
    select name from pg_prepared_statements where statement ilike ${pattern}
      and statement not like '%pg_prepared_statements%'`.execute(store);
  return rows;
}

const auditEntry = (chain: string, number: number) => ({
  chain,
  number,
  at: new Date('2026-11-28T12:00:00.123Z'),
  tenant: 'acme',
  key_id: 'k1',
  participant_ref: null,
  operation: 'createMeeting',
  path: '/v1/meetings/"quoted\\"',
  status: 201,
  request_id: 'r1',
  prev: Buffer.alloc(32, number),
  hash: Buffer.alloc(32, 255),
});
