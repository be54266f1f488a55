import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table link_key (key_id text primary key, fingerprint text not null)`.execute(db);
}
