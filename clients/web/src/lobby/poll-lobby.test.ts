import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOCKED_POLL_MS, pollLobby } from './poll-lobby.ts';

let page: EventTarget & { visibilityState: string };
let looks: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  looks = 0;
  stop = pollLobby(() => (looks += 1));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function look(seen: 'visible' | 'hidden'): void {
  page.visibilityState = seen;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('a visible lobby is polled, a hidden one only when it becomes visible again', () => {
  vi.advanceTimersByTime(120_000);
  expect(looks).toBeGreaterThanOrEqual(3);
  look('hidden');
  const before = looks;
  vi.advanceTimersByTime(600_000);
  expect(looks).toBe(before);
  look('visible');
  expect(looks).toBe(before + 1);
});

test('a lobby is still polled after the clock of the device was set back', () => {
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(120_000);
  expect(looks).toBeGreaterThanOrEqual(3);
});

test('switching tabs quickly does not poll more often', () => {
  vi.advanceTimersByTime(10_000);
  for (let n = 0; n < 20; n += 1) {
    look('hidden');
    look('visible');
  }
  expect(looks).toBe(1);
});

test('an abandoned lobby stops polling, and nothing is polled after the lobby', () => {
  vi.advanceTimersByTime(86_400_000);
  const before = looks;
  expect(before).toBeLessThan(200);
  look('visible');
  expect(looks).toBe(before + 1);
  stop();
  look('visible');
  vi.advanceTimersByTime(600_000);
  expect(looks).toBe(before + 1);
});

test('a guest outside a meeting that is locked for half an hour learns that it opens', () => {
  stop();
  stop = pollLobby(() => (looks += 1), LOCKED_POLL_MS);
  vi.advanceTimersByTime(1_800_000);
  const before = looks;
  vi.advanceTimersByTime(10_000);
  expect(looks).toBeGreaterThan(before);
});
