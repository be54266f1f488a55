import { expect, it } from 'vitest';
import { findOffer, findUndertaking } from './find-commitments.ts';

it.each([
  ["I'll send the report by Friday", 'send the report by Friday', 'promise'],
  ['by Friday I will write the letter', 'write the letter', 'promise'],
  ['let me check with legal', 'check with legal', 'promise'],
  ['I print it on Monday', 'print it on Monday', 'promise'],
  ["tomorrow I'm calling the bank first", 'call the bank first', 'promise'],
  ["you'll have the numbers on Tuesday", 'have the numbers on Tuesday', 'promise'],
  ['leave it with me', 'do it', 'promise'],
  ['I can write the minutes', 'write the minutes', 'offer'],
  ['I have to redo the budget', 'redo the budget', 'duty'],
  ['I have to redo the budget by Friday', 'redo the budget by Friday', 'offer'],
])('"%s" undertakes to %s (%s)', (said, verbPhrase, strength) => {
  expect(findUndertaking(said, false)).toMatchObject({ verbPhrase, strength });
});

it.each([
  ["if it rains I'll call him", 'a condition'],
  ['I told her that I will call her', "somebody's words"],
  ["I'll be honest", 'a way to begin'],
  ["I'll never understand that machine", 'nothing that is done'],
  ["I'd like to see that", 'a wish'],
  ['I always print it on Monday', 'a habit'],
  ['Anna will send it', "somebody else's work"],
])('"%s" undertakes nothing: %s', (said) => {
  expect(findUndertaking(said, false)).toBeNull();
});

it('a question undertakes nothing, but its short answers do', () => {
  expect(findUndertaking("I'll send the report", true)).toBeNull();
  expect(findUndertaking("I'm on it", false)).toMatchObject({
    verbPhrase: 'do it',
    strength: 'promise',
  });
});

it.each([
  ['shall I tell the school', 'tell the school'],
  ['do you want me to order it', 'order it'],
  ['shall we go', null],
])('"%s" offers: %s', (said, offered) => {
  expect(findOffer(said)?.verbPhrase ?? null).toBe(offered);
});
