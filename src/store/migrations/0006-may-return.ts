import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table participant add column may_return boolean not null default false`.execute(
    db,
  );
}
