import { expect, test } from 'vitest';
import { clausesOf, cutRunOn } from './split-run-on.ts';

test.each([
  ['do it on the computer you did the road tax twice', 'do it on the computer'],
  ["pull the report for the eight racks you'll have it", 'pull the report for the eight racks'],
  ['move it into the main cut shall i', 'move it into the main cut'],
  ["raise the order with the contractor they're slow", 'raise the order with the contractor'],
  ['ask him if he can come', 'ask him if he can come'],
  ['find out what time he can promise', 'find out what time he can promise'],
  ['buy the stuff you need', 'buy the stuff you need'],
  ['tell them we will be late', 'tell them we will be late'],
  ['call her i can wait', 'call her i can wait'],
  ['send the list, you can print it', 'send the list, you can print it'],
])('%s: %s', (text, clause) => {
  expect(cutRunOn(text)).toBe(clause);
});

test.each([
  [
    "red tiles for the porch i won't drive there again",
    ['red tiles for the porch', "i won't drive there again"],
  ],
  [
    "a guest doesn't care that it's cheaper take the big one",
    ["a guest doesn't care that it's cheaper", 'take the big one'],
  ],
  [
    "we can change that here you needn't send a new file",
    ["we can change that here you needn't send a new file"],
  ],
  [
    'we sent them the list and asked if they could send the bill',
    ['we sent them the list and asked if they could send the bill'],
  ],
  ['it works i like it', ['it works i like it']],
  [
    'the blue one, i like it more than the red one',
    ['the blue one, i like it more than the red one'],
  ],
  [
    'twelve baskets for the market yeah thats fine that fits',
    ['twelve baskets for the market', 'yeah thats fine that fits'],
  ],
  ['tell me if it is okay with the old baskets', ['tell me if it is okay with the old baskets']],
])('clauses of %s', (text, clauses) => {
  expect(clausesOf(text)).toEqual(clauses);
});
