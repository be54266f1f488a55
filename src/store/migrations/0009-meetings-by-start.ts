import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index meeting_by_start on meeting (tenant, starts_at) where starts_at is not null')
    .execute(db);
}
