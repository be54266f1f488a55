// Everything that a running product has stored or logged, for tests that search it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connectEmbeddedPostgres } from '../../../src/adapters/embedded/postgres.ts';
import { silentLog } from '../clock-and-log.ts';
import type { Parley } from './start-parley.ts';

/** Every row of every table, as text. */
export async function allRows({ dataDir }: Parley): Promise<string> {
  const { url } = await connectEmbeddedPostgres(dataDir, silentLog);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  let dump = '';
  for (const { name } of tables.rows)
    dump += JSON.stringify((await client.query(`select t::text from "${name}" t`)).rows);
  await client.end();
  return dump;
}

/** The logs of the service and of the servers that it runs. */
export async function allLogs({ dataDir, output }: Parley): Promise<string> {
  const folder = join(dataDir, 'logs');
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  return [output(), ...files].join('\n');
}

/** The paths of the files in the spool. */
export async function spoolFiles({ dataDir }: Parley): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'spool'), {
    withFileTypes: true,
    recursive: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
