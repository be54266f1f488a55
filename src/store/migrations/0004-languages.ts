import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table meeting add column language_code text`.execute(db);
  await sql`alter table capture add column refusal text`.execute(db);
}
