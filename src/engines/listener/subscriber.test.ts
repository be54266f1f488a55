import type { RTCPeerConnection } from 'werift';
import { afterEach, expect, test, vi } from 'vitest';
import { Subscriber } from './subscriber.ts';

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
])('that the clock of this machine is set %s changes nothing of this', (_, byMs) => {
  const { subscriber, goneAtMs } = connected();
  vi.setSystemTime(START_MS + byMs);
  vi.advanceTimersByTime(500);
  subscriber.read();
  expect(goneAtMs).toEqual([]);
  vi.advanceTimersByTime(7_000);
  subscriber.read();
  expect(goneAtMs).toEqual([START_MS + byMs]);
});
