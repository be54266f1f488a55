import { type Selectable, sql } from 'kysely';
import type { WebhookAttempt } from '../../../contract/generated/api.ts';
import type { Db, Tx } from '../schema.ts';
import type { WebhookDeliveryTable } from './webhook-schema.ts';

export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>;
export type NewDelivery = Omit<WebhookDeliveryRow, 'number' | 'attempt_count' | 'attempts'>;
type AttemptOutcome = Pick<WebhookDeliveryRow, 'status' | 'delivered_at' | 'next_attempt_at'>;

// Two rounds of the whole retry plan.
const ATTEMPTS_KEPT = 20;

/** Numbers them in this order. One parameter for all rows: a statement may have 65,535. */
export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  await sql`
    insert into webhook_delivery (delivery_ref, webhook_ref, event_ref, event_type, meeting_ref,
      body, status, created_at, delivered_at, next_attempt_at)
    select delivery_ref, webhook_ref, event_ref, event_type, meeting_ref,
      body, status, created_at, delivered_at, next_attempt_at
    from json_populate_recordset(null::webhook_delivery, ${JSON.stringify(rows)}::json)
      with ordinality
    order by ordinality`.execute(tx);
}

export async function findDelivery(
  db: Db | Tx,
  deliveryRef: string,
): Promise<WebhookDeliveryRow | undefined> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('delivery_ref', '=', deliveryRef)
    .executeTakeFirst();
}

/** Newest first; those before `beforeNumber` when it is given. */
export async function listDeliveries(
  db: Db | Tx,
  webhookRef: string,
  page: { beforeNumber: number | null; limit: number },
): Promise<WebhookDeliveryRow[]> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_ref', '=', webhookRef)
    .$if(page.beforeNumber !== null, (query) => query.where('number', '<', page.beforeNumber ?? 0))
    .orderBy('number', 'desc')
    .limit(page.limit)
    .execute();
}

/**
 * An earlier event of the same meeting that still has one of its first `attempts` attempts to make at
 * this webhook. A replayed one has already had its turn.
 */
export async function findInFront(
  db: Db,
  delivery: WebhookDeliveryRow,
  attempts: number,
): Promise<WebhookDeliveryRow | undefined> {
  if (delivery.meeting_ref === null) return undefined;
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_ref', '=', delivery.webhook_ref)
    .where('meeting_ref', '=', delivery.meeting_ref)
    .where('number', '<', delivery.number)
    .where('status', '=', 'pending')
    .where('attempt_count', '<', attempts)
    .where(sql<boolean>`jsonb_array_length(attempts) <= attempt_count`)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** The next event of the same meeting that waits at this webhook; undefined when there is none. */
export async function findNextWaiting(
  tx: Tx,
  delivery: WebhookDeliveryRow,
): Promise<WebhookDeliveryRow | undefined> {
  return tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_ref', '=', delivery.webhook_ref)
    .where('meeting_ref', '=', delivery.meeting_ref)
    .where('number', '>', delivery.number)
    .where('status', '=', 'pending')
    .where('attempt_count', '=', 0)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Records attempt number `attemptCount + 1`. False when another process has recorded it, or the
 * delivery is no longer pending.
 */
export async function noteAttempt(
  tx: Tx,
  delivery: WebhookDeliveryRow,
  attempt: WebhookAttempt,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const kept = [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT);
  const done = await tx
    .updateTable('webhook_delivery')
    .set({ ...outcome, attempt_count: delivery.attempt_count + 1, attempts: JSON.stringify(kept) })
    .where('delivery_ref', '=', delivery.delivery_ref)
    .where('status', '=', 'pending')
    .where('attempt_count', '=', delivery.attempt_count)
    .where(sql<number>`jsonb_array_length(attempts)`, '=', delivery.attempts.length)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Restarts the retry plan; undefined when the delivery was deleted. */
export async function restartDelivery(
  tx: Tx,
  deliveryRef: string,
  at: Date,
): Promise<WebhookDeliveryRow | undefined> {
  return tx
    .updateTable('webhook_delivery')
    .set({ status: 'pending', delivered_at: null, next_attempt_at: at, attempt_count: 0 })
    .where('delivery_ref', '=', deliveryRef)
    .returningAll()
    .executeTakeFirst();
}

/** Fails at most `limit` pending deliveries of this webhook, unless it is active; returns how many. */
export async function failPendingDeliveries(
  tx: Tx,
  webhookRef: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set status = 'failed', next_attempt_at = null where ctid = any(array(
      select webhook_delivery.ctid from webhook_delivery join webhook using (webhook_ref)
      where webhook_ref = ${webhookRef} and webhook.status = 'disabled'
        and webhook_delivery.status = 'pending'
      limit ${limit} for update of webhook_delivery))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes at most `limit` deliveries of the webhook after number `after`, with their tasks, except for those that
 * another transaction has locked. Returns the last number, or null when there were none.
 */
export async function deleteDeliveries(
  tx: Tx,
  webhookRef: string,
  after: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with gone as (
      delete from webhook_delivery where ctid = any(array(
        select ctid from webhook_delivery where webhook_ref = ${webhookRef} and number > ${after}
        order by number limit ${limit} for update skip locked))
      returning delivery_ref, number),
    tasks as (
      delete from task where kind = 'deliver_webhook' and ref in (select delivery_ref from gone))
    select max(number) as last from gone`.execute(tx);
  return rows[0]?.last ?? null;
}

/** Deletes at most `limit` finished deliveries from before `before`, unless replayed meanwhile; returns how many. */
export async function deleteOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const done = await db
    .deleteFrom('webhook_delivery')
    .where('status', '!=', 'pending')
    .where('delivery_ref', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select('delivery_ref')
        .where('created_at', '<', before)
        .where('status', '!=', 'pending')
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}
