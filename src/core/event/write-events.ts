import type { Event } from '../../../contract/generated/api.ts';
import { type EventRow, insertEvents, type RecordedEvent } from '../../store/event.ts';
import { notify } from '../../store/notify.ts';
import type { Tx } from '../../store/schema.ts';
import { fanOutEvents } from '../webhook/fan-out-events.ts';

/**
 * Writes the events that the transaction has recorded, and a delivery for each webhook that wants one. Must be the last
 * step of a transaction: until it commits, the tenant's other transactions that write events wait.
 */
export async function writeEvents(
  db: Tx,
  recorded: readonly RecordedEvent[],
  now: Date,
): Promise<void> {
  // Always in the same order, so that no two transactions wait for each other.
  const tenants = [...new Set(recorded.map((event) => event.tenant))].toSorted();
  for (const tenant of tenants) {
    const events = recorded.filter((event) => event.tenant === tenant);
    await insertEvents(db, tenant, events);
    const bodies = events.map((event) => ({ ...event, body: JSON.stringify(eventPayload(event)) }));
    await fanOutEvents(db, tenant, bodies, now);
    await notify(db, { topic: 'event', ref: tenant });
  }
}

/** What webhooks and the event stream carry: enough to know what to read, but nothing that was said. */
export function eventPayload(
  row: Pick<
    EventRow,
    'event_ref' | 'type' | 'meeting_ref' | 'meeting_state' | 'created_at' | 'participant'
  >,
): Event {
  return {
    eventRef: row.event_ref,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    data: {
      meetingRef: row.meeting_ref,
      meetingState: row.meeting_state,
      ...row.participant,
    },
  };
}
