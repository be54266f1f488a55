import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { backoffMs, pollUntil, retry, waitAtMost, withTimeout } from './timing.ts';

const suspend = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const never = new Promise<never>(() => {});

test('delays double from the first to the longest', () => {
  const waits = [1, 2, 3, 4, 900].map((failures) =>
    backoffMs(failures, { firstMs: 100, maxMs: 500 }),
  );
  expect(waits).toEqual([100, 200, 400, 500, 500]);
  expect(backoffMs(3, { firstMs: 10, maxMs: 810, factor: 3 })).toBe(90);
});

test('what arrived while the process was suspended is not late', async () => {
  const { port1: near, port2: far } = new MessageChannel();
  const arrived = once(near, 'message');
  far.postMessage('there');
  const inTime = withTimeout(arrived, 10, 'too late');
  suspend(50);
  await expect(inTime).resolves.toEqual(['there']);
  near.close();
});

test('work is repeated until it succeeds, and its failures are reported', async () => {
  const work = vi.fn().mockRejectedValueOnce('a').mockRejectedValueOnce('b').mockResolvedValue('c');
  const onFailure = vi.fn();
  const { signal } = new AbortController();
  expect(await retry(work, { firstMs: 1, maxMs: 1, signal, onFailure })).toBe('c');
  expect(onFailure.mock.calls).toEqual([['a'], ['b']]);
});

test('retries end when they are aborted, and when the failure is final', async () => {
  const stop = new AbortController();
  const failing = () => Promise.reject(new Error('no'));
  const backoff = { firstMs: 60_000, maxMs: 60_000, signal: stop.signal };
  const retried = retry(failing, { ...backoff, onFailure: () => stop.abort() });
  await expect(retried).rejects.toThrow('aborted');
  const { signal } = new AbortController();
  const rethrow = (error: unknown) => {
    throw error;
  };
  await expect(retry(failing, { ...backoff, signal, onFailure: rethrow })).rejects.toThrow('no');
});

test('work that takes too long is rejected with the message, or left alone', async () => {
  await expect(withTimeout(never, 1, 'too late')).rejects.toThrow('too late');
  expect(await withTimeout(Promise.resolve(1), 60_000, 'too late')).toBe(1);
  await waitAtMost(never, 1);
});

test('polling returns true once it is done, and false when time is up', async () => {
  const answers = [false, false, true];
  expect(await pollUntil(() => answers.shift() ?? false, { everyMs: 1, withinMs: 5_000 })).toBe(
    true,
  );
  expect(await pollUntil(() => false, { everyMs: 1, withinMs: 5 })).toBe(false);
});

test('polling finds what was done while the process was suspended', async () => {
  let isDone = false;
  const polled = pollUntil(() => isDone, { everyMs: 1, withinMs: 10 });
  isDone = true;
  suspend(50);
  expect(await polled).toBe(true);
});

test('polling ends in time although the clock is set back meanwhile', async () => {
  const now = vi.spyOn(Date, 'now');
  const isDone = (): boolean => {
    now.mockReturnValue(0);
    return false;
  };
  expect(await pollUntil(isDone, { everyMs: 1, withinMs: 5 })).toBe(false);
  now.mockRestore();
});
