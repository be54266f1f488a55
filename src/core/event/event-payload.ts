import type { Event } from '../../../contract/generated/api.ts';
import type { EventRow } from '../../store/event.ts';

/** What webhooks and the event stream carry: enough to know what to read, and nothing that was said. */
export function eventPayload(
  row: Pick<EventRow, 'type' | 'meeting_ref' | 'meeting_state' | 'created_at'>,
): Event {
  return {
    type: row.type,
    timestamp: row.created_at.toISOString(),
    data: { meetingRef: row.meeting_ref, meetingState: row.meeting_state },
  };
}
