import { expect, it } from 'vitest';
import { beamWidth } from '../load-model.ts';

it.each([
  [1, 4],
  [2, 2],
  [3, 1],
  [8, 1],
])('%i sounds together are given %i texts each', (sounds, texts) => {
  expect(beamWidth(Array.from({ length: sounds }, () => ({ isGreedy: false })))).toBe(texts);
});

it('what is wanted soon is given one text', () => {
  expect(beamWidth([{ isGreedy: true }])).toBe(1);
  expect(beamWidth([{}, { isGreedy: true }])).toBe(1);
});
