import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, EventTable, Tx } from './schema.ts';

export type EventRow = Selectable<EventTable>;

/**
 * Writes to the outbox that webhooks and the event stream read. Transactions of one tenant that
 * write events pass here one after the other, from this statement to their commit: a reader that
 * has seen position n has seen every one before it.
 */
export async function insertEvent(
  tx: Tx,
  event: Omit<Insertable<EventTable>, 'event_id' | 'position'>,
): Promise<void> {
  const { last } = await tx
    .insertInto('event_position')
    .values({ tenant: event.tenant, last: 1 })
    .onConflict((conflict) =>
      conflict.column('tenant').doUpdateSet({ last: sql`event_position.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('event')
    .values({ ...event, position: last })
    .execute();
}

/** At most `limit` events of the tenant after `position`, in order. */
export async function listEventsAfter(
  db: Db | Tx,
  tenant: string,
  position: number,
  limit: number,
): Promise<EventRow[]> {
  return db
    .selectFrom('event')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The position of the tenant's newest event, and of the oldest that is still held; `last + 1` when none is. */
export async function findEventRange(
  db: Db | Tx,
  tenant: string,
): Promise<{ oldest: number; last: number }> {
  const newest = await db
    .selectFrom('event_position')
    .select('last')
    .where('tenant', '=', tenant)
    .executeTakeFirst();
  const oldest = await db
    .selectFrom('event')
    .select((eb) => eb.fn.min('position').as('position'))
    .where('tenant', '=', tenant)
    .executeTakeFirst();
  const last = newest?.last ?? 0;
  return { oldest: oldest?.position ?? last + 1, last };
}

/** The newest position of each of these tenants that has events. */
export async function listLastPositions(
  db: Db,
  tenants: readonly string[],
): Promise<{ tenant: string; last: number }[]> {
  if (tenants.length === 0) return [];
  return db.selectFrom('event_position').selectAll().where('tenant', 'in', tenants).execute();
}
