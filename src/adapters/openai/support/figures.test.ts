import { expect, it } from 'vitest';
import { saysFigures, spellNumber } from './figures.ts';

it.each([
  [0, 'zero'],
  [13, 'thirteen'],
  [49, 'forty nine'],
  [80, 'eighty'],
  [112, 'one hundred twelve'],
  [2_800, 'two thousand eight hundred'],
  [1_000_000, 'one million'],
])('spellNumber: %i is %s', (number, words) => {
  expect(spellNumber(number)).toBe(words);
});

it.each([
  ['9 30', 'half past nine', true],
  ['12 50', 'twelve fifty euros', true],
  ['6', 'by the sixth', true],
  ['15th', 'january fifteenth', true],
  ['1800', 'eighteen hundred bucks', true],
  ['90', 'within ninety days', true],
  ['ten', '10 percent', true],
  ['90', 'within nine days', false],
  ['ten', 'twenty percent', false],
])('the figures %s in "%s": %s', (figures, said, expected) => {
  expect(saysFigures(figures.split(' '), said.split(' '))).toBe(expected);
});
