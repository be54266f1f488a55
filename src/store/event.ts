import { type Selectable, sql } from 'kysely';
import { isOneOf } from './preparing-client.ts';
import type { Db, EventTable, Tx } from './schema.ts';

export type EventRow = Selectable<EventTable>;

/** An event before its transaction commits. */
export type RecordedEvent = Omit<EventRow, 'event_id' | 'position'>;

/**
 * Writes to the log that webhooks and the event stream read. Transactions of one tenant that write events run one at a
 * time from this statement to their commit, so that a reader that has seen position n has seen every earlier one.
 * Therefore it comes last in a transaction.
 */
export async function insertEvents(
  tx: Tx,
  tenant: string,
  events: readonly RecordedEvent[],
): Promise<void> {
  const numbered = events.map((event, n) => ({ ...event, number: n + 1 }));
  await sql`
    with position as (
      insert into event_position (tenant, last) values (${tenant}, ${events.length})
      on conflict (tenant) do update set last = event_position.last + excluded.last
      returning last
    )
    insert into event
      (tenant, position, event_ref, type, meeting_ref, meeting_state, created_at, participant)
    select ${tenant}, position.last - ${events.length} + number,
      event_ref, type, meeting_ref, meeting_state, created_at, participant
    from position, jsonb_to_recordset(${JSON.stringify(numbered)}) as one (
      number bigint, event_ref text, type text, meeting_ref text, meeting_state text,
      created_at timestamptz, participant jsonb
    )`.execute(tx);
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

/** The position of the tenant's newest event, and of the oldest that is still kept; `last + 1` when none is. */
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
  return db.selectFrom('event_position').selectAll().where(isOneOf('tenant', tenants)).execute();
}
