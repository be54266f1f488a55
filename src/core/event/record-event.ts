import type { KnownEventType } from '../../../contract/generated/lists.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { EventParticipant } from '../../store/schema.ts';
import type { TxCtx } from '../context.ts';
import { newRef } from '../ids.ts';

/** Writes an event of the meeting when the transaction that caused it commits. */
export function recordEvent(
  tx: TxCtx,
  type: KnownEventType,
  meeting: MeetingRow,
  at: Date,
  participant: EventParticipant | null = null,
): void {
  tx.events.push({
    tenant: meeting.tenant,
    event_ref: newRef('evt'),
    type,
    meeting_ref: meeting.meeting_ref,
    meeting_state: meeting.state,
    created_at: at,
    participant,
  });
}
