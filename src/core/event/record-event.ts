import type { Event, EventType } from '../../../contract/generated/api.ts';
import { type EventRow, insertEvent } from '../../store/event.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { EventParticipant } from '../../store/schema.ts';
import type { TxCtx } from '../context.ts';
import { newRef } from '../ids.ts';
import { fanOutEvent } from '../webhook/fan-out-event.ts';

/**
 * Writes an event of the meeting and a delivery for each webhook that wants it, in the transaction
 * of what happened.
 */
export async function recordEvent(
  tx: TxCtx,
  type: EventType,
  meeting: MeetingRow,
  at: Date,
  participant: EventParticipant | null = null,
): Promise<void> {
  const event = {
    event_ref: newRef('evt'),
    tenant: meeting.tenant,
    type,
    meeting_ref: meeting.meeting_ref,
    meeting_state: meeting.state,
    created_at: at,
    participant,
  };
  await insertEvent(tx.db, {
    ...event,
    participant: participant && JSON.stringify(participant),
  });
  await fanOutEvent(tx, { ...event, body: JSON.stringify(eventPayload(event)) });
  await notify(tx.db, { topic: 'event', ref: meeting.tenant });
}

/** What webhooks and the event stream carry: enough to know what to read, and nothing that was said. */
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
