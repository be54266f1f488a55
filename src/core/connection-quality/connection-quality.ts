import type { ConnectionQuality } from '../../../contract/generated/api.ts';
import type { ConnectionReport } from '../../../contract/generated/guest-api.ts';
import type { ConnectionQualityRow } from '../../store/participant/connection-quality.ts';

/** A report without the proof of its sender. */
export type ConnectionMeasures = Omit<ConnectionReport, 'participantSecret'>;

/** The wire shape of the contract. Pure. */
export function toConnectionQuality(row: ConnectionQualityRow): ConnectionQuality {
  return {
    transport: row.transport,
    reconnections: row.reconnections,
    sentLossPercent: lossPercent(row.sent_packets, row.sent_lost),
    receivedLossPercent: lossPercent(row.received_packets, row.received_lost),
    maxJitterMs: row.max_jitter_ms,
    maxRoundTripMs: row.max_round_trip_ms,
    reportedAt: row.reported_at.toISOString(),
  };
}

/** To a hundredth of a percent; null for no packets. Capped, since a page may claim to have lost more than it had. */
export function lossPercent(packets: number, lost: number): number | null {
  if (packets === 0) return null;
  return Math.round((Math.min(lost, packets) / packets) * 10_000) / 100;
}
