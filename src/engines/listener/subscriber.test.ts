import type { RTCPeerConnection } from 'werift';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { PacketQueue, Subscriber } from './subscriber.ts';

afterEach(() => void vi.useRealTimers());

const START_MS = Date.parse('2026-11-24T09:00:00.000Z');
const HOUR_MS = 3_600_000;

/** A connection whose media server answers as often as `pair` counts, and when it was reported gone. */
function connected() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START_MS });
  const pair = { packetsReceived: 1, requestsReceived: 0, responsesReceived: 0 };
  const never = { subscribe: () => {} };
  const connection = {
    onIceCandidate: never,
    connectionStateChange: never,
    iceTransports: [{ connection: { nominated: pair } }],
  } as unknown as RTCPeerConnection;
  const goneAtMs: number[] = [];
  const subscriber = new Subscriber(connection, {
    onPacket: () => {},
    onSpeech: () => {},
    onCandidate: () => {},
    onConnected: () => {},
    onGone: (sinceMs) => void goneAtMs.push(sinceMs),
  });
  subscriber.read();
  return { pair, subscriber, goneAtMs };
}

test('a media server that has not answered for 7 s is gone since its last answer', () => {
  const { pair, subscriber, goneAtMs } = connected();
  vi.advanceTimersByTime(2_000);
  pair.requestsReceived += 1;
  subscriber.read();
  vi.advanceTimersByTime(7_000);
  subscriber.read();
  expect(goneAtMs).toEqual([]);
  vi.advanceTimersByTime(100);
  subscriber.read();
  expect(goneAtMs).toEqual([START_MS + 2_000]);
});

test.each([
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
])('a machine whose clock is set %s loses the media server no sooner and no later', (_, byMs) => {
  const { subscriber, goneAtMs } = connected();
  vi.setSystemTime(START_MS + byMs);
  vi.advanceTimersByTime(500);
  subscriber.read();
  expect(goneAtMs).toEqual([]);
  vi.advanceTimersByTime(7_000);
  subscriber.read();
  expect(goneAtMs).toEqual([START_MS + byMs]);
});

const [ANA, BEN] = [1, 2];

/** Whether each packet, by when it came, tells of somebody who sends steadily. */
function told(packets: readonly (readonly [sender: number, atMs: number])[]): boolean[] {
  const queue = new PacketQueue();
  return packets.map(([sender, atMs]) => queue.add({ bytes: Buffer.alloc(1), sender, atMs }));
}

describe('PacketQueue', () => {
  it('yields each packet once, in order', () => {
    const queue = new PacketQueue();
    for (const sender of [ANA, BEN]) queue.add({ bytes: Buffer.alloc(1), sender, atMs: 0 });
    expect(queue.takeAll().map(({ sender }) => sender)).toEqual([ANA, BEN]);
    expect(queue.takeAll()).toEqual([]);
  });

  it.each<[string, (readonly [number, number])[], boolean[]]>([
    [
      'the third of a row, of 20 ms or 60 ms',
      [
        [ANA, 0],
        [ANA, 20],
        [ANA, 40],
        [BEN, 50],
        [BEN, 110],
        [BEN, 170],
      ],
      [false, false, true, false, false, true],
    ],
    [
      'not the two that are sent in silence now and then',
      [
        [ANA, 0],
        [ANA, 20],
        [ANA, 420],
        [ANA, 440],
        [ANA, 840],
      ],
      [false, false, false, false, false],
    ],
    [
      'not three of three',
      [
        [ANA, 0],
        [BEN, 1],
        [ANA, 20],
        [BEN, 21],
      ],
      [false, false, false, false],
    ],
  ])('tells of speech: %s', (_, packets, expected) => expect(told(packets)).toEqual(expected));

  it('holds at most ten thousand packets', () => {
    const queue = new PacketQueue();
    for (let i = 0; i < 10_001; i++) queue.add({ bytes: Buffer.alloc(0), sender: ANA, atMs: i });
    expect(queue.takeAll()).toHaveLength(10_000);
  });
});
