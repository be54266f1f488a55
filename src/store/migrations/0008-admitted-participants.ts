import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index participant_admitted on participant (meeting_ref) where state = 'admitted'`)
    .execute(db);
}
