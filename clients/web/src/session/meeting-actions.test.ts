import { afterEach, expect, test, vi } from 'vitest';
import { MeetingActions } from './meeting-actions.ts';
import type { SessionEvent } from './session-types.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the page of a host that cannot reach the service asks again at intervals, and then shows who waits', async () => {
  vi.useFakeTimers();
  let isAway = true;
  let asked = 0;
  vi.stubGlobal(
    'fetch',
    async (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
      asked += 1;
      if (isAway) throw new TypeError('no network');
      // The service holds a call until something differs from what the page knows.
      if (JSON.parse(body).known === '1')
        return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      return Response.json({ version: '1', waiting: [] });
    },
  );
  vi.stubGlobal('addEventListener', () => {});
  const told: SessionEvent[] = [];
  const key = { participantRef: 'pt_1', participantSecret: 'quiet' };
  const actions = new MeetingActions(
    () => key,
    (event) => void told.push(event),
  );
  actions.watch(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(20);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([expect.objectContaining({ room: { version: '1', waiting: [] } })]);
  actions.watch(false);
  const before = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(before);
});
