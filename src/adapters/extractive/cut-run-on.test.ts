import { expect, test } from 'vitest';
import { cutRunOn } from './cut-run-on.ts';

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
