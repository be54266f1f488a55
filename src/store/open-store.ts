import { Kysely, type Logger, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg, { type ClientConfig, type CustomTypesConfig } from 'pg';
import * as schema from './migrations/0001-schema.ts';
import * as auditLog from './migrations/0002-audit-log.ts';
import * as connectionQuality from './migrations/0003-connection-quality.ts';
import * as auditBeginnings from './migrations/0004-audit-beginnings.ts';
import * as auditActors from './migrations/0005-audit-actors.ts';
import * as rescheduledMeetings from './migrations/0006-rescheduled-meetings.ts';
import * as deliveriesByMeeting from './migrations/0007-deliveries-by-meeting.ts';
import * as admittedParticipants from './migrations/0008-admitted-participants.ts';
import * as meetingsByStart from './migrations/0009-meetings-by-start.ts';
import * as recordsByMeeting from './migrations/0010-records-by-meeting.ts';
import { isLockTimeout, StandbyServer } from './database/trouble.ts';
import { type AnswerLimit, PreparingClient } from './preparing-client.ts';
import type { Database, Db } from './schema.ts';

/** Every step of the schema, by name, in order. */
export const migrations = {
  '0001-schema': schema,
  '0002-audit-log': auditLog,
  '0003-connection-quality': connectionQuality,
  '0004-audit-beginnings': auditBeginnings,
  '0005-audit-actors': auditActors,
  '0006-rescheduled-meetings': rescheduledMeetings,
  '0007-deliveries-by-meeting': deliveriesByMeeting,
  '0008-admitted-participants': admittedParticipants,
  '0009-meetings-by-start': meetingsByStart,
  '0010-records-by-meeting': recordsByMeeting,
};

// int8 as number: our counters (samples, events) stay far below 2^53.
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

// Nothing slow happens inside a transaction: one that is idle for this long belongs to a process
// that hangs, or to a machine that is gone, and others wait for the rows that it locks.
const STALLED_MS = 15_000;

// No statement of the service takes so long.
const ANSWER_WITHIN_MS = 30_000;

/** `log` is called with each statement. */
export type StoreOptions = AnswerLimit & { stalledMs?: number; log?: Logger };

/** A pool of at most `maxConnections` on the database at `url`. Does not connect yet. */
export function openStore(
  url: string,
  maxConnections = 10,
  { stalledMs = STALLED_MS, answerWithinMs = ANSWER_WITHIN_MS, log }: StoreOptions = {},
): Db {
  // The pool passes them on to each client.
  const options: pg.PoolConfig & AnswerLimit = {
    ...connectionOptions(url),
    max: maxConnections,
    types,
    Client: PreparingClient,
    answerWithinMs,
    onConnect: (client) => prepareConnection(client, { stalledMs, answerWithinMs }),
  };
  const pool = new pg.Pool(options);
  // The pool replaces a broken connection, and the query reports the error to its caller. Without
  // listeners, on the pool for idle connections and on each one in use, a break would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
}

/**
 * @throws StandbyServer: for some seconds after a failover, a name may still lead to the old primary, which is a
 * standby now.
 */
async function prepareConnection(
  client: pg.ClientBase,
  { stalledMs, answerWithinMs }: { stalledMs: number; answerWithinMs: number },
): Promise<void> {
  // With the same limit, the server does not continue with what the client has given up.
  const { rows } = await client.query<{ is_standby: boolean }>(
    `select set_config('idle_in_transaction_session_timeout', '${stalledMs}', false),
      set_config('statement_timeout', '${answerWithinMs}', false), pg_is_in_recovery() as is_standby`,
    [],
  );
  if (rows[0]?.is_standby) throw new StandbyServer();
}

/** The schema has migrations that this version does not know. */
export class NewerDatabase extends Error {
  constructor(options: ErrorOptions) {
    super(
      'this database was used by a newer Parley: start that version, or restore the backup from before it',
      options,
    );
  }
}

/** Another connection holds a table that a migration changes. */
export class MigrationBlocked extends Error {
  constructor(options: ErrorOptions) {
    super(
      'the database schema cannot be changed while another connection locks its tables: end it (see ' +
        'pg_stat_activity for long transactions, such as a dump), then start again. Nothing was changed',
      options,
    );
  }
}

/** The schema lacks migrations of this version. */
export class OlderDatabase extends Error {
  constructor() {
    super(
      'this database has not been used by this version of Parley yet: start Parley on it first',
    );
  }
}

/** A migration that waits for a lock blocks everyone who comes after it. */
const LOCK_WAIT_MS = 3_000;

type Steps = Record<string, Migration>;

/**
 * Brings the schema up to date. Processes that start together wait for each other (Kysely takes an
 * advisory lock). Both may take long: `db` should wait without limit. @throws NewerDatabase, MigrationBlocked
 */
export async function migrate(db: Db, steps: Steps = migrations): Promise<void> {
  const { error } = await migratorOf(db, steps).migrateToLatest();
  if (!error) return;
  if (error instanceof Error && /^corrupted migrations: .* is missing$/.test(error.message))
    throw new NewerDatabase({ cause: error });
  if (isLockTimeout(error)) throw new MigrationBlocked({ cause: error });
  throw new Error('The database schema could not be brought up to date', { cause: error });
}

/** Brings an empty database to the migrations that another one has. @throws NewerDatabase */
export async function migrateLike(db: Db, done: readonly string[]): Promise<void> {
  if (done.some((name) => !Object.hasOwn(migrations, name))) throw new NewerDatabase({});
  const last = done.toSorted().at(-1);
  if (last === undefined) return;
  const { error } = await migratorOf(db, migrations).migrateTo(last);
  if (error) throw new Error('The database schema could not be created', { cause: error });
}

/** For commands beside a running service: changes nothing. @throws NewerDatabase, OlderDatabase */
export async function requireSchema(db: Db): Promise<void> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!tables[0]?.found) throw new OlderDatabase();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  if (Object.keys(migrations).some((name) => !done.has(name))) throw new OlderDatabase();
  if (done.size > Object.keys(migrations).length) throw new NewerDatabase({});
}

function migratorOf(db: Db, steps: Steps): Migrator {
  const patient = Object.entries(steps).map(([name, step]): [string, Migration] => [
    name,
    {
      up: async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx);
        await step.up(tx);
      },
    },
  ]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(patient) } });
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Options of a connection to the database at `url`. If the other end vanishes silently while it is idle, the connection
 * is given up about 20 s later.
 */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: asLibpq(url),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * The driver treats `sslmode=require` as `verify-full`; in every other client it encrypts without
 * checking the certificate.
 */
function asLibpq(url: string): string {
  if (!/[?&]sslmode=require(&|$)/.test(url) || url.includes('uselibpqcompat=')) return url;
  return `${url}&uselibpqcompat=true`;
}
