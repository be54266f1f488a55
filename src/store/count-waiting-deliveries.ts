import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Webhook deliveries that wait: for their first attempt, and after one that failed. */
export async function countWaitingDeliveries(db: Db): Promise<{ first: number; again: number }> {
  return db
    .selectFrom('webhook_delivery')
    .select([
      sql<number>`count(*) filter (where attempt_count = 0)`.as('first'),
      sql<number>`count(*) filter (where attempt_count > 0)`.as('again'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
}
