import { expect, test } from 'vitest';
import { countMedia, pathIn } from './measure-media.ts';

const PATH = [
  { id: 'T', type: 'transport', selectedCandidatePairId: 'P' },
  {
    id: 'P',
    type: 'candidate-pair',
    state: 'succeeded',
    localCandidateId: 'L',
    currentRoundTripTime: 0.05,
  },
  { id: 'L', type: 'local-candidate', protocol: 'udp', candidateType: 'host' },
];

test('packets and losses are counted by stream, and jitter by the worst audio stream', () => {
  const own = [
    ...PATH,
    { id: 'O1', type: 'outbound-rtp', kind: 'audio', packetsSent: 200 },
    { id: 'R1', type: 'remote-inbound-rtp', localId: 'O1', packetsLost: 4 },
    { id: 'O2', type: 'outbound-rtp', kind: 'video', packetsSent: 900 },
  ];
  const others = [
    {
      id: 'I1',
      type: 'inbound-rtp',
      kind: 'audio',
      packetsReceived: 95,
      packetsLost: 5,
      jitter: 0.03,
    },
    { id: 'I2', type: 'inbound-rtp', kind: 'audio', packetsReceived: 50, jitter: 0.004 },
    { id: 'I3', type: 'inbound-rtp', kind: 'video', packetsReceived: 10, jitter: 0.9 },
  ];
  expect(countMedia(own, others)).toEqual({
    path: { way: 'udp', roundTripMs: 50 },
    jitterMs: 30,
    sent: new Map([
      ['O1', { packets: 200, lost: 4 }],
      ['O2', { packets: 900, lost: 0 }],
    ]),
    received: new Map([
      ['I1', { packets: 100, lost: 5 }],
      ['I2', { packets: 50, lost: 0 }],
      ['I3', { packets: 10, lost: 0 }],
    ]),
  });
});

test('packets that came twice are no loss below zero', () => {
  const others = [
    ...PATH,
    { id: 'I', type: 'inbound-rtp', kind: 'audio', packetsReceived: 7, packetsLost: -2 },
  ];
  expect(countMedia([], others)?.received.get('I')).toEqual({ packets: 7, lost: 0 });
});

test('without a path there is nothing to tell', () => {
  expect(countMedia([], [{ id: 'I', type: 'inbound-rtp', packetsReceived: 7 }])).toBeNull();
});

test('the path is that of the selected pair, a relayed one whatever its protocol', () => {
  const transport = { id: 'T', type: 'transport', selectedCandidatePairId: 'P' };
  const pair = {
    id: 'P',
    type: 'candidate-pair',
    state: 'succeeded',
    localCandidateId: 'L',
    currentRoundTripTime: 0.0124,
  };
  const local = { id: 'L', type: 'local-candidate', protocol: 'tcp', candidateType: 'prflx' };
  expect(pathIn([transport, pair, local])).toEqual({ way: 'tcp', roundTripMs: 12 });
  expect(pathIn([transport, pair, { ...local, protocol: 'udp', candidateType: 'relay' }])).toEqual({
    way: 'relay',
    roundTripMs: 12,
  });
  expect(pathIn([transport, { ...pair, state: 'in-progress' }, local])).toBe(null);
  expect(pathIn([local])).toBe(null);
  expect(pathIn([{ ...pair, selected: true }, local])?.way).toBe('tcp');
});
