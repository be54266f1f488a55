import { type Kysely, sql } from 'kysely';

// Retention checks whether a chain that is kept begins after an entry.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index audit_entry_by_anchor on audit_entry (prev) where number = 1')
    .execute(db);
}
