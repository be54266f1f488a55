import { sql } from 'kysely';
import type { Db } from '../../../src/store/schema.ts';

/** Ends the connections to this database that listen for notices, as a failover does. */
export async function breakListeners(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`.execute(db);
}
