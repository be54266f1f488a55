import { expect, test } from 'vitest';
import { Problem } from '../problem.ts';
import { LiveWordsTail } from './live-words-tail.ts';

const followerOf = (tenant: string, n: number) => ({
  // A meeting has room for 20.
  meetingRef: `mtg_${tenant}_${n % 10}`,
  tenant,
  onNews: () => undefined,
  onInterim: null,
});

// Promise: too_many_streams, 141
test('a tenant has at most 100 streams at a time over all its meetings; those of others do not count', () => {
  const tail = new LiveWordsTail(() => undefined);
  const leaves = Array.from({ length: 100 }, (_, n) => tail.follow(followerOf('acme', n)));
  expect(() => tail.follow(followerOf('acme', 100))).toThrow(Problem);
  leaves.push(tail.follow(followerOf('globex', 0)));
  leaves.shift()?.();
  leaves.push(tail.follow(followerOf('acme', 0)));
  for (const leave of leaves) leave();
});
