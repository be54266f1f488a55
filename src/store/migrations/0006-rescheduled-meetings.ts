import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table meeting add column rescheduled_at timestamptz').execute(db);
}
