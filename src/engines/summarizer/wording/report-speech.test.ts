import { expect, it } from 'vitest';
import { reportSpeech } from './report-speech.ts';

it.each([
  ['We keep our supplier.', 'Anna said that they keep their supplier.'],
  ['I think the case is too big', 'Anna said that the case is too big.'],
  ['I want the plastic case', 'Anna wants the plastic case.'],
  ['I found that metal is too dear', 'Anna found that metal is too dear.'],
  ["I've looked into the costs", 'Anna has looked into the costs.'],
  ['You can put it in my bag', null],
  ['I will tell you', null],
  ['Looks like a tropical fruit', null],
])('tells "%s" in the third person: %s', (said, told) => {
  expect(reportSpeech(said, 'Anna', [])).toBe(told);
});
