import { expect, it } from 'vitest';
import { textsFollowed } from './beam-width.ts';

it.each([
  [1, 4],
  [2, 2],
  [3, 1],
  [8, 1],
])('%i sounds together are given %i texts each', (sounds, texts) => {
  expect(textsFollowed(Array.from({ length: sounds }, () => ({ isHasty: false })))).toBe(texts);
});

it('what is wanted soon is given one text', () => {
  expect(textsFollowed([{ isHasty: true }])).toBe(1);
  expect(textsFollowed([{}, { isHasty: true }])).toBe(1);
});
