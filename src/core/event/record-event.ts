import type { EventType } from '../../../contract/generated/api.ts';
import { insertEvent } from '../../store/event.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { TxCtx } from '../context.ts';
import { newRef } from '../ids.ts';
import { fanOutEvent } from '../webhook/fan-out-event.ts';
import { eventPayload } from './event-payload.ts';

/**
 * Writes an event of the meeting and a delivery for each webhook that wants it, in the transaction
 * of what happened.
 */
export async function recordEvent(
  tx: TxCtx,
  type: EventType,
  meeting: MeetingRow,
  at: Date,
): Promise<void> {
  const event = {
    event_ref: newRef('evt'),
    tenant: meeting.tenant,
    type,
    meeting_ref: meeting.meeting_ref,
    meeting_state: meeting.state,
    created_at: at,
  };
  await insertEvent(tx.db, event);
  await fanOutEvent(tx, { ...event, body: JSON.stringify(eventPayload(event)) });
  await notify(tx.db, { topic: 'event', ref: meeting.tenant });
}
