import { expect, test } from 'vitest';
import { renewalDelayMs, retryDelayMs } from './backoff.ts';

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
