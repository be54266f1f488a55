import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('takes from every meeting in turn, so that a busy one delays no other', () => {
  const queues = new FairQueue<string>();
  for (const work of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queues.put(work.slice(0, 1), work);
  const taken = Array.from({ length: 4 }, () => queues.take());
  queues.put('d', 'd1');
  while (queues.size > 0) taken.push(queues.take());
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'd1']);
});

it('returns first the job that was put back', () => {
  const queues = new FairQueue<string>();
  for (const work of ['a1', 'a2', 'b1']) queues.put(work.slice(0, 1), work);
  const first = queues.take() ?? '';
  queues.putBack('a', first);
  expect([queues.take(), queues.take(), queues.take(), queues.take()]).toEqual([
    'a1',
    'b1',
    'a2',
    undefined,
  ]);
});
