// Copies every row of one database into another, between major versions of PostgreSQL.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { connectionOptions, migrateLike, openStore } from '../open-store.ts';

type Table = { name: string; columns: string[]; shape: string };
type Sequence = { last_value: string; is_called: boolean };
type Contents = { rows: string; digest: string };

type CopyOptions = {
  tell(words: string): void;
  /** Called once all is copied, while nobody else can write into the first database. */
  whenCopied(): Promise<void>;
};

/**
 * Creates the schema of the database at `fromUrl` in the empty one at `toUrl` with our own migrations, and copies every
 * row. Throws when the first one has something outside our schema, or a table differs after the copy.
 */
export async function copyDatabase(
  fromUrl: string,
  toUrl: string,
  { tell, whenCopied }: CopyOptions,
): Promise<void> {
  const old = await connect(fromUrl);
  try {
    // The lock comes before the first snapshot.
    await old.query('begin isolation level repeatable read');
    await lockTables(old);
    await makeSchema(toUrl, await stepsOf(old));
    const made = await connect(toUrl);
    try {
      await copyAll(old, made, tell);
    } finally {
      await made.end();
    }
    await whenCopied();
  } finally {
    await old.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Writers wait until the transaction is over. */
async function lockTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(
    "select string_agg(format('%I', tablename), ', ') as names from pg_tables where schemaname = 'public'",
  );
  const names = rows[0]?.names ?? null;
  if (names !== null) await client.query(`lock table ${names} in share mode`);
}

async function stepsOf(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "select to_regclass('kysely_migration') is not null as found",
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  return rows.map(({ name }) => name);
}

async function makeSchema(url: string, steps: readonly string[]): Promise<void> {
  const db = openStore(url, 1);
  try {
    await migrateLike(db, steps);
  } finally {
    await db.destroy();
  }
}

async function copyAll(old: pg.Client, made: pg.Client, tell: CopyOptions['tell']): Promise<void> {
  const [tables, sequences] = [await tablesOf(old), await sequencesOf(old)];
  refuseUnknown(
    [...tables.map(({ name, shape }) => `${name} (${shape})`), ...sequences],
    [
      ...(await tablesOf(made)).map(({ name, shape }) => `${name} (${shape})`),
      ...(await sequencesOf(made)),
    ],
  );
  // Tables are copied in the order of their names; the old database has already checked foreign keys.
  await made.query('set session_replication_role = replica');
  for (const [index, table] of tables.entries()) {
    tell(`copying ${table.name} (${index + 1} of ${tables.length})`);
    await copyTable(old, made, table);
  }
  for (const sequence of sequences) await copySequence(old, made, sequence);
  for (const { name } of tables) {
    tell(`comparing ${name}`);
    await compareTable(old, made, name);
  }
  await made.query('analyze');
  await made.query('checkpoint');
}

function refuseUnknown(old: string[], made: string[]): void {
  const unknown = old.filter((one) => !made.includes(one));
  if (unknown.length > 0)
    throw new Error(
      `the database holds what Parley did not make, and it would be lost: ${unknown.join('; ')}`,
    );
}

/** All but the list of migrations. `columns` are those that are not generated. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as shape
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
    group by c.relname order by c.relname`);
  return rows;
}

async function sequencesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`);
  return rows.map(({ name }) => name);
}

async function copyTable(old: pg.Client, made: pg.Client, { name, columns }: Table): Promise<void> {
  const columnList = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const place = `${pg.escapeIdentifier(name)} (${columnList})`;
  await pipeline(
    old.query(copyTo(`copy ${place} to stdout`)),
    made.query(copyFrom(`copy ${place} from stdin`)),
  );
}

async function copySequence(old: pg.Client, made: pg.Client, name: string): Promise<void> {
  const quoted = pg.escapeIdentifier(name);
  const { rows } = await old.query<Sequence>(`select last_value, is_called from ${quoted}`);
  for (const { last_value, is_called } of rows)
    await made.query('select setval($1::regclass, $2, $3)', [quoted, last_value, is_called]);
}

async function compareTable(old: pg.Client, made: pg.Client, name: string): Promise<void> {
  const [before, after] = [await contentsOf(old, name), await contentsOf(made, name)];
  if (before.rows !== after.rows)
    throw new Error(`${name} has ${after.rows} rows after the copy instead of ${before.rows}`);
  if (before.digest !== after.digest) throw new Error(`${name} differs after the copy`);
}

/** `digest` depends on every value of every row, but not on their order. */
async function contentsOf(client: pg.Client, name: string): Promise<Contents> {
  const { rows } = await client.query<Contents>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as digest
    from ${pg.escapeIdentifier(name)} t`);
  const [contents] = rows;
  if (contents === undefined) throw new Error(`${name} cannot be counted`);
  return contents;
}
