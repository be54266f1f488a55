import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { registerConnectionMetrics } from './connection-metrics.ts';

test('reports of guests are counted by transport, and their loss by direction', async () => {
  const registry = new Registry();
  const world = await serverWorld({ measureConnection: registerConnectionMetrics(registry) });
  const meeting = await world.call('POST', '/v1/meetings', {
    body: { title: 'A', guestLinks: [{}] },
  });
  const [link] = meeting.json['guestLinks'] as [Parameters<typeof secretOf>[0]];
  const { guestLinkRef, secret } = secretOf(link);
  const post = (path: string, body: object) =>
    world.call('POST', `/guest/${path}`, { key: null, body });
  const joined = await post(`links/${guestLinkRef}/join`, { secret, displayName: 'Ana' });
  const { participantRef, participantSecret } = joined.json;
  await post(`participants/${String(participantRef)}/connection`, {
    participantSecret,
    transport: 'relay',
    reconnections: 2,
    sent: { packets: 100, lost: 3 },
    received: { packets: 0, lost: 0 },
    jitterMs: 25,
    roundTripMs: 130,
  });
  const text = await registry.metrics();
  for (const line of [
    'parley_guest_connection_reports_total{transport="relay"} 1',
    'parley_guest_reconnections_total 2',
    'parley_guest_packet_loss_ratio_bucket{le="0.02",direction="sent"} 0',
    'parley_guest_packet_loss_ratio_bucket{le="0.05",direction="sent"} 1',
    'parley_guest_jitter_seconds_sum 0.025',
    'parley_guest_round_trip_seconds_sum 0.13',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toContain('direction="received"');
});
