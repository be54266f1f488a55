import { expect, test, afterEach, vi, describe } from 'vitest';
import { renewalDelayMs, retryDelayMs, sleepUnlessOnline } from './backoff.ts';

test.each([
  [0, 0.5, 500],
  [1, 0.5, 1000],
  [3, 0.5, 4000],
  [9, 0.5, 8000],
  [500, 0.5, 8000],
  [9, 0, 6000],
  [9, 1, 10_000],
])('retry %i with random %d waits %i ms', (attempt, random, ms) => {
  expect(retryDelayMs(attempt, random)).toBe(ms);
});

const now = Date.parse('2026-01-01T10:00:00Z');
test.each([
  ['2026-01-01T10:10:00Z', 0, 360_000],
  ['2026-01-01T10:10:00Z', 1, 480_000],
  ['2026-01-01T09:00:00Z', 0.5, 20_000],
  ['2026-01-02T10:00:00Z', 0.5, 480_000],
  ['not a time', 0.5, 20_000],
])('a token that expires at %s is renewed (random %d) after %i ms', (expiresAt, chance, ms) => {
  expect(renewalDelayMs(expiresAt, now, chance)).toBe(ms);
});

describe('sleep', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('a wait ends when the network is back, and removes its listener', async () => {
    vi.useFakeTimers();
    const network = new EventTarget();
    let heard = 0;
    vi.stubGlobal('addEventListener', (type: string, listener: () => void, options: object) => {
      const counted = () => {
        heard += 1;
        listener();
      };
      network.addEventListener(type, counted, options);
    });
    const waited = sleepUnlessOnline(1000);
    await vi.advanceTimersByTimeAsync(1000);
    await waited;
    network.dispatchEvent(new Event('online'));
    expect(heard).toBe(0);
    const cutShort = sleepUnlessOnline(1000);
    network.dispatchEvent(new Event('online'));
    await cutShort;
    expect([heard, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
