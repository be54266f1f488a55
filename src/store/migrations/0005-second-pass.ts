import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table utterance add column second_text text, add column second_language_code text`.execute(
    db,
  );
}
