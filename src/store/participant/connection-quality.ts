import { type Selectable, sql } from 'kysely';
import { isOneOf } from '../preparing-client.ts';
import type { Db, Tx } from '../schema.ts';
import type { ConnectionQualityTable } from './participant-schema.ts';

export type ConnectionQualityRow = Selectable<ConnectionQualityTable>;

/** Merges a report into earlier ones: counts are summed, of the other figures the highest is kept. */
export async function addConnectionReport(db: Db, report: ConnectionQualityRow): Promise<void> {
  await db
    .insertInto('connection_quality')
    .values(report)
    .onConflict((conflict) =>
      conflict.column('participant_ref').doUpdateSet({
        transport: sql`excluded.transport`,
        reconnections: sql`connection_quality.reconnections + excluded.reconnections`,
        sent_packets: sql`connection_quality.sent_packets + excluded.sent_packets`,
        sent_lost: sql`connection_quality.sent_lost + excluded.sent_lost`,
        received_packets: sql`connection_quality.received_packets + excluded.received_packets`,
        received_lost: sql`connection_quality.received_lost + excluded.received_lost`,
        max_jitter_ms: sql`greatest(connection_quality.max_jitter_ms, excluded.max_jitter_ms)`,
        max_round_trip_ms: sql`greatest(connection_quality.max_round_trip_ms, excluded.max_round_trip_ms)`,
        reported_at: sql`excluded.reported_at`,
      }),
    )
    .execute();
}

/** By participant; without participants who have no report. */
export async function listConnectionQualities(
  db: Db | Tx,
  participantRefs: readonly string[],
): Promise<Map<string, ConnectionQualityRow>> {
  if (participantRefs.length === 0) return new Map();
  const rows = await db
    .selectFrom('connection_quality')
    .selectAll()
    .where(isOneOf('participant_ref', participantRefs))
    .execute();
  return new Map(rows.map((row) => [row.participant_ref, row]));
}
