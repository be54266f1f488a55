import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index webhook_delivery_by_meeting on webhook_delivery (meeting_ref)')
    .execute(db);
}
