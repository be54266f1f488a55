import { expect, it } from 'vitest';
import { quoteAntecedent } from './quote-antecedent.ts';

it.each([
  ['a thing as it is', 'the contrast of the text', 'the contrast of the text'],
  ['what was said, marked as such', 'the contrast is too low', '“the contrast is too low”'],
  ["somebody's promise", "I'll do a tip run", "“I'll do a tip run”"],
  ['nothing for a deed that only points', 'send them', null],
  ['nothing without a word that matters', 'it is that', null],
])('gives %s', (_what, antecedent, shown) => {
  expect(quoteAntecedent(antecedent)).toBe(shown);
});
