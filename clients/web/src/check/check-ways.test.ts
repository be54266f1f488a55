import { afterEach, expect, test, vi } from 'vitest';
import { checkWays } from './check-ways.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What is found by a check, which the service answers with `statuses`, the last one from then on. */
async function foundWith(...statuses: number[]) {
  vi.useFakeTimers();
  const fetched = vi.fn(async () => new Response('{"code":"x"}', { status: statuses[0] ?? 500 }));
  vi.stubGlobal('fetch', async () => {
    const answer = await fetched();
    if (statuses.length > 1) statuses.shift();
    return answer;
  });
  const onFound = vi.fn();
  const checked = checkWays(onFound);
  await vi.advanceTimersByTimeAsync(60_000);
  const calls = fetched.mock.calls.length;
  await vi.runAllTimersAsync();
  await checked;
  return { found: onFound.mock.calls.flat(), calls };
}

test('a check that the service has no room for is repeated for over a minute, and reports no fault', async () => {
  const { found, calls } = await foundWith(429);
  expect(found).toEqual([]);
  expect(calls).toBeGreaterThan(5);
});

test('a service that refuses for good is reported at once, also after it was busy', async () => {
  expect(await foundWith(400)).toEqual({ found: [{ service: { state: 'blocked' } }], calls: 1 });
  expect(await foundWith(429, 503, 400)).toEqual({
    found: [{ service: { state: 'blocked' } }],
    calls: 3,
  });
});
