import { type Kysely, sql } from 'kysely';

// A path such as /v1/meetings/mtg_1/guest-links is found by its fourth part; that of a creation has none.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index idempotency_record_by_meeting on idempotency_record (split_part(path, '/', 4))
  where split_part(path, '/', 4) <> ''`,
    )
    .execute(db);
}
