import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../schema.ts';
import type { WebhookTable } from './webhook-schema.ts';

export type WebhookRow = Selectable<WebhookTable>;

export async function insertWebhook(tx: Tx, row: Insertable<WebhookTable>): Promise<WebhookRow> {
  return tx.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findWebhook(
  db: Db | Tx,
  webhookRef: string,
): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_ref', '=', webhookRef)
    .executeTakeFirst();
}

export async function findTenantWebhook(
  db: Db | Tx,
  tenant: string,
  webhookRef: string,
): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_ref', '=', webhookRef)
    .where('tenant', '=', tenant)
    .executeTakeFirst();
}

/** Locks the row until the transaction ends. */
export async function lockTenantWebhook(
  tx: Tx,
  tenant: string,
  webhookRef: string,
): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_ref', '=', webhookRef)
    .where('tenant', '=', tenant)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The webhook's current URL. Keeps it from being deleted, or with `update` from any change, until the transaction ends.
 * Null when it is gone.
 */
export async function holdWebhook(
  tx: Tx,
  webhookRef: string,
  against: 'deletion' | 'update',
): Promise<string | null> {
  const query = tx.selectFrom('webhook').select('url').where('webhook_ref', '=', webhookRef);
  const held = against === 'update' ? query.forUpdate() : query.forKeyShare();
  return (await held.executeTakeFirst())?.url ?? null;
}

/** In order of creation. */
export async function listTenantWebhooks(db: Db | Tx, tenant: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('created_at')
    .orderBy('webhook_ref')
    .execute();
}

/**
 * Until the transaction ends, no other transaction counts this tenant's webhooks: of two that want
 * the last place, one waits for the other.
 */
export async function countTenantWebhooks(tx: Tx, tenant: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${tenant}`}, 0))`.execute(
    tx,
  );
  const { count } = await tx
    .selectFrom('webhook')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant', '=', tenant)
    .executeTakeFirstOrThrow();
  return count;
}

/** The tenant's active webhooks. They cannot be deleted until the transaction ends. */
export async function holdActiveWebhooks(tx: Tx, tenant: string): Promise<WebhookRow[]> {
  return tx
    .selectFrom('webhook')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('status', '=', 'active')
    .orderBy('webhook_ref')
    .forKeyShare()
    .execute();
}

/** Whether the secret of an active webhook comes from none of these keys. */
export async function hasWebhookOfOtherKey(db: Db, keyIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('webhook')
    .select('webhook_ref')
    .where('status', '=', 'active')
    .where('secret_key_id', 'not in', keyIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateWebhook(
  tx: Tx,
  webhookRef: string,
  change: Updateable<WebhookTable>,
): Promise<WebhookRow> {
  return tx
    .updateTable('webhook')
    .set(change)
    .where('webhook_ref', '=', webhookRef)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes it with its deliveries and their tasks, locked in the order of `deleteDeliveries`. */
export async function deleteWebhook(tx: Tx, webhookRef: string): Promise<void> {
  await sql`
    with gone as (
      delete from webhook_delivery where webhook_ref = ${webhookRef} returning delivery_ref)
    delete from task where kind = 'deliver_webhook' and ref in (select delivery_ref from gone)`.execute(
    tx,
  );
  await tx.deleteFrom('webhook').where('webhook_ref', '=', webhookRef).execute();
}
