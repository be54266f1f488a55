import { expect, it } from 'vitest';
import { rouge1, rougeLsum } from './rouge.ts';

it('counts each word of the reference as often as it occurs in the summary, at most', () => {
  expect(rouge1(['The cat saw the dog.'], ['The dog saw the cat and the bird.'])).toBeCloseTo(
    (2 * 5) / (5 + 8),
  );
});

it('joins the longest common subsequences of several sentences (the example of Lin 2004)', () => {
  expect(rougeLsum(['w1 w2 w6 w7 w8', 'w1 w3 w8 w9 w5'], ['w1 w2 w3 w4 w5'])).toBeCloseTo(
    (2 * 4) / (10 + 5),
  );
});

it('counts a word of the summary once, however many sentences of the reference contain it', () => {
  expect(rougeLsum(['the roof leaks'], ['the roof', 'the roof'])).toBeCloseTo((2 * 2) / (3 + 4));
});

it.each([rouge1, rougeLsum])('finds nothing in common where nothing is', (rouge) => {
  expect(rouge(['The roof leaks.'], ['A budget'])).toBe(0);
});
