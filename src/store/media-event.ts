import type { Tx } from './schema.ts';

/** Remembers the event; false when it was delivered before. */
export async function insertMediaEvent(
  tx: Tx,
  eventId: string,
  receivedAt: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('media_event')
    .values({ event_id: eventId, received_at: receivedAt })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}
