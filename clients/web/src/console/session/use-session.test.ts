import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './use-session.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a single event is shown within a quarter of a second', () => {
  const load = vi.fn();
  paced(load).request();
  vi.advanceTimersByTime(250);
  expect(load).toHaveBeenCalledTimes(1);
});

test('while 300 people join in twelve seconds, everyone is loaded four times, the last time after the last one', () => {
  let joined = 0;
  const loaded: number[] = [];
  const pace = paced(() => loaded.push(joined));
  for (; joined < 300; vi.advanceTimersByTime(40)) {
    joined += 1;
    pace.request();
  }
  vi.advanceTimersByTime(60_000);
  expect([loaded.length, loaded.at(-1)]).toEqual([4, 300]);
});

test('nothing is loaded for a page that is closed', () => {
  const load = vi.fn();
  const pace = paced(load);
  pace.request();
  pace.stop();
  vi.advanceTimersByTime(60_000);
  expect(load).not.toHaveBeenCalled();
});
