import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** `version` is PostgreSQL's number, such as 150004, and `words` its text, such as 15.4. */
export type DatabaseFacts = {
  version: number;
  words: string;
  connections: number;
  encoding: string;
  mayCreate: boolean;
  now: Date;
};

/** What `parley doctor` looks at. */
export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num')::int as version,
      current_setting('server_version') as words,
      current_setting('max_connections')::int as connections,
      current_setting('server_encoding') as encoding,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      clock_timestamp() as now`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The database did not report its settings');
  return facts;
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? Promise.reject(new Error('The database did not report its time'));
}
