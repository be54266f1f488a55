import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { isDatabaseAway } from './database/trouble.ts';
import { openStore } from './open-store.ts';
import type { Db, Tx } from './schema.ts';

const { db, url } = await testDatabase();

const stores: Db[] = [];
const oneConnection = (): Db => {
  const store = openStore(url, 1);
  stores.push(store);
  return store;
};
afterEach(async () => void (await Promise.all(stores.splice(0).map((store) => store.destroy()))));

/** What a connection gets from a server that was not ready to write at that moment. */
async function refuseWrites(refuse: boolean): Promise<void> {
  const name = sql.id(new URL(url).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(refuse)}`.execute(
    db,
  );
}

const write = (on: Db | Tx, eventId: string) =>
  on.insertInto('media_event').values({ event_id: eventId, received_at: new Date() }).execute();

test.each([
  ['a statement', write],
  [
    'a transaction',
    (store: Db, eventId: string) => store.transaction().execute((tx) => write(tx, eventId)),
  ],
])('a connection on which %s may not write is replaced', async (what, attempt) => {
  const store = oneConnection();
  await refuseWrites(true);
  await expect(attempt(store, what)).rejects.toSatisfy(isDatabaseAway);
  await refuseWrites(false);
  await attempt(store, what);
});
