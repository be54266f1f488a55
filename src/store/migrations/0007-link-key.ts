import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table link_key (
    key_id text primary key,
    fingerprint text not null,
    sealed text not null,
    created_at timestamptz not null default now()
  )`.execute(db);
}
