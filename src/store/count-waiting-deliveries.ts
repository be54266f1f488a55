import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Webhook deliveries that wait: for their first attempt, and after one that failed. */
export async function countWaitingDeliveries(db: Db): Promise<{ first: number; again: number }> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select([
      sql<string>`count(*) filter (where attempt_count = 0)`.as('first'),
      sql<string>`count(*) filter (where attempt_count > 0)`.as('again'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return { first: Number(row.first), again: Number(row.again) };
}
