import { expect, test } from 'vitest';
import { wordErrorRate } from './word-error-rate.ts';

test.each([
  ['one two three', 'One, two, three!', 0],
  ['one two three four', 'one too three four', 0.25],
  ['one two three four', 'one three four', 0.25],
  ['one two three four', 'one two and three four', 0.25],
  ['one two', '', 1],
])('%j recognized as %j has a word error rate of %d', (reference, heard, rate) => {
  expect(wordErrorRate(reference, heard)).toBe(rate);
});
