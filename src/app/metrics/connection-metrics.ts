import { Counter, Histogram, type Registry } from 'prom-client';
import { lossPercent } from '../../core/connection-quality/connection-quality.ts';
import type { MeasureConnection } from '../../server/server-context.ts';

/** What guests' pages report to this process about their media connections. */
export function registerConnectionMetrics(registry: Registry): MeasureConnection {
  const registers = [registry];
  const reports = new Counter({
    name: 'parley_guest_connection_reports_total',
    help: "Reports of guests' pages about their media connection, by transport (udp, tcp, relay).",
    labelNames: ['transport'],
    registers,
  });
  const reconnections = new Counter({
    name: 'parley_guest_reconnections_total',
    help: "How often a guest's page lost its media connection and got it back.",
    registers,
  });
  const loss = new Histogram({
    name: 'parley_guest_packet_loss_ratio',
    help: 'Share of packets lost in a report, by direction (sent, received).',
    labelNames: ['direction'],
    buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
    registers,
  });
  const jitter = new Histogram({
    name: 'parley_guest_jitter_seconds',
    help: 'Jitter of the incoming audio, in a report.',
    buckets: [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2],
    registers,
  });
  const roundTrip = new Histogram({
    name: 'parley_guest_round_trip_seconds',
    help: 'Round trip from a guest to the media server and back, in a report.',
    buckets: [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1],
    registers,
  });
  return (report) => {
    reports.inc({ transport: report.transport });
    reconnections.inc(report.reconnections);
    for (const direction of ['sent', 'received'] as const) {
      const percent = lossPercent(report[direction].packets, report[direction].lost);
      if (percent !== null) loss.observe({ direction }, percent / 100);
    }
    jitter.observe(report.jitterMs / 1000);
    roundTrip.observe(report.roundTripMs / 1000);
  };
}
