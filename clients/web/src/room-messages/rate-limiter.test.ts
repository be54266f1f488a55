import { expect, test } from 'vitest';
import { createRateLimiter } from './room-messages.ts';

const passed = (
  gate: (sender: string, nowMs: number) => boolean,
  sender: string,
  times: readonly number[],
) => times.filter((nowMs) => gate(sender, nowMs)).length;
const spread = (count: number, overMs: number) =>
  Array.from({ length: count }, (_, n) => (n * overMs) / count);

test('of ten thousand messages in a second, the burst and one second of allowance pass', () => {
  const gate = createRateLimiter({ burst: 10, perSecond: 5 });
  expect(passed(gate, 'a', spread(10_000, 1000))).toBeLessThanOrEqual(15);
});

test('a flood from one sender does not use the allowance of others', () => {
  const gate = createRateLimiter({ burst: 3, perSecond: 1 });
  passed(gate, 'flood', spread(10_000, 1000));
  expect(passed(gate, 'quiet', [1000, 1001, 1002])).toBe(3);
});

test('the allowance refills over time', () => {
  const gate = createRateLimiter({ burst: 2, perSecond: 1 });
  expect(passed(gate, 'a', [0, 0, 0])).toBe(2);
  expect(passed(gate, 'a', [1000, 1000])).toBe(1);
});

test('a clock that goes back refills nothing', () => {
  const gate = createRateLimiter({ burst: 1, perSecond: 1 });
  expect([gate('a', 5000), gate('a', 0), gate('a', 100)]).toEqual([true, false, false]);
});
