import { completeIdempotencyRecord } from '../../store/idempotency-record.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { listRecordsWithNames } from '../../store/retention.ts';
import type { TxCtx } from '../context.ts';
import { recordsOf } from './once.ts';

/** From now on, replays of calls about the meeting are answered without participants' names. */
export async function forgetNames(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  for (const record of await listRecordsWithNames(tx.db, recordsOf(meeting))) {
    const outcome: unknown = JSON.parse(record.body);
    await completeIdempotencyRecord(tx.db, record, JSON.stringify(withoutNames(outcome)));
  }
}

/** As a read would answer: a participant has an empty name, a link has none. Pure. */
function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (typeof value !== 'object' || value === null) return value;
  const noName = 'participantRef' in value ? '' : null;
  const entries = Object.entries(value).map(([name, member]) => {
    if (name === 'displayName') return [name, noName];
    // The client's own data, with its own keys.
    return [name, name === 'metadata' ? member : withoutNames(member)];
  });
  return Object.fromEntries(entries);
}
