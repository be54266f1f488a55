import { expect, test } from 'vitest';
import { likeliest } from './weight-of.ts';

/** The places of those that are kept; an entry is its weight, at the place of its index. */
function placesOf(weights: readonly number[], near: number, more?: number): number[] {
  const entries = weights.map((weight, at) => ({ at, sureness: weight }));
  return likeliest(entries, 0, near, more).map(({ at }) => at);
}

test('of several likely sentences in one passage, the likeliest is kept', () => {
  expect(placesOf([0.5, -2, 1, -2, 0.4], 3)).toEqual([2]);
});

test('sentences that are far enough apart are all kept, in their order', () => {
  expect(placesOf([1, -2, 2, 0.5], 1)).toEqual([0, 2]);
});

test('beside a stronger sentence, one that needs no other evidence is kept too', () => {
  expect(placesOf([3, 2.5, 1], 2, 2)).toEqual([0, 1]);
  const free = [
    { at: 0, sureness: 3 },
    { at: 1, sureness: 0.5, isFree: true },
  ];
  expect(likeliest(free, 0, 2)).toHaveLength(2);
});
