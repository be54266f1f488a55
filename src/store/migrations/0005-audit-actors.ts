import { type Kysely, sql } from 'kysely';

// What hosts do in the page is recorded with the participant in place of a key.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'alter table audit_entry add column participant_ref text, alter column key_id drop not null',
    )
    .execute(db);
}
