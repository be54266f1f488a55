import type { Insertable } from 'kysely';
import type { EventTable, Tx } from './schema.ts';

/** Writes to the outbox that webhooks and the event stream read. */
export async function insertEvent(tx: Tx, event: Omit<Insertable<EventTable>, 'event_id'>): Promise<void> {
  await tx.insertInto('event').values(event).execute();
}
