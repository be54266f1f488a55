import { Kysely, type Logger, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg, { type ClientConfig } from 'pg';
import * as schema from './migrations/0001-schema.ts';
import { PreparingClient } from './preparing-client.ts';
import type { Database, Db } from './schema.ts';

const migrations = { '0001-schema': schema };

// int8 as number: our counters (samples, events) stay far below 2^53.
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format),
};

// Nothing slow happens inside a transaction: one that says nothing for so long belongs to a process
// that stands still, or to a machine that is gone, and others wait for the rows that it holds.
const STALLED_MS = 15_000;

/** `log` is told of each statement. */
export type StoreOptions = { stalledMs?: number; log?: Logger };

/** A pool of at most `maxConnections` on the database at `url`. Does not connect yet. */
export function openStore(
  url: string,
  maxConnections = 10,
  { stalledMs = STALLED_MS, log }: StoreOptions = {},
): Db {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: maxConnections,
    types,
    Client: PreparingClient,
    onConnect: async (client) =>
      void (await client.query(`set idle_in_transaction_session_timeout = ${stalledMs}`)),
  });
  // A connection that breaks is replaced by the pool, and whoever used it is told by the query.
  // Without listeners, on the pool for idle ones and on each for those in use, a break would end
  // the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
}

/** The schema holds steps that this version does not know. */
export class NewerDatabase extends Error {
  constructor(options: ErrorOptions) {
    super(
      'this database was used by a newer Parley: start that version, or restore the backup from before it',
      options,
    );
  }
}

/**
 * Brings the schema up to date. Processes that start together wait for each other (Kysely takes an
 * advisory lock). @throws NewerDatabase
 */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && /^corrupted migrations: .* is missing$/.test(error.message))
    throw new NewerDatabase({ cause: error });
  if (error)
    throw new Error('The database schema could not be brought up to date', { cause: error });
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Of a connection to the database at `url`. One whose other end vanished without a word is given up
 * about 20 s later.
 */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}
