import { describe, expect, it } from 'vitest';
import { joinTexts, tidyText } from './join-texts.ts';

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

describe('joinTexts', () => {
  it.each([
    ['In short,', ', period was so far', true, 'In short, period was so far'],
    ['the present pair,', 'That some of its', true, 'the present pair, that some of its'],
    ['We have to', 'go.', true, 'We have to go.'],
    ['We have to.', 'go now.', true, 'We have to go now.'],
    ['We ship.', 'On Friday.', false, 'We ship. On Friday.'],
    ['We ship', 'On Friday.', false, 'We ship on Friday.'],
    ['I talked to', 'Will and Mary.', false, 'I talked to Will and Mary.'],
    ['and then', 'I said so.', false, 'and then I said so.'],
    ['for example, e.g.', 'this one', false, 'for example, e.g. this one'],
    ['Wait', '? What', true, 'Wait? What'],
    ['I was say...', 'ing that', true, 'I was say ing that'],
    ['Really?', 'yes', false, 'Really? yes'],
    ['', 'Hello.', false, 'Hello.'],
    ['Hello', ',', true, 'Hello,'],
  ])('%j and %j (cut: %s) are %j', (left, right, isCut, expected) => {
    expect(joinTexts(left, right, isCut)).toBe(expected);
    expect(words(joinTexts(left, right, isCut))).toEqual([...words(left), ...words(right)]);
  });
});

it.each([
  ['来週の水曜', '日に会います', true, '来週の水曜日に会います'],
  ['我们决定，', '涨价。', true, '我们决定，涨价。'],
  ['ราคาจะ', 'ขึ้น', true, 'ราคาจะขึ้น'],
  ['そうですね', 'じゃあ次', false, 'そうですね じゃあ次'],
  ['次は Kestrelon', 'の話', true, '次は Kestrelon の話'],
])('joins %j and %j (cut: %s) without a space inside a word', (left, right, isCut, expected) => {
  expect(joinTexts(left, right, isCut)).toBe(expected);
});

describe('tidyText', () => {
  it.each([
    ['In short,, the period', 'In short, the period'],
    ['one , two', 'one, two'],
    [', period was', 'period was'],
    ['It ends,.', 'It ends.'],
    ['.5 of it', '.5 of it'],
    ['at 10:30, or 1,000.50', 'at 10:30, or 1,000.50'],
    ['Wait... what?!', 'Wait... what?!'],
    ['.', ''],
    ['one\0two\0', 'one two'],
    ['one \u001b[2Jtwo\u009b', 'one [2Jtwo'],
  ])('%j is %j', (text, expected) => {
    expect(tidyText(text)).toBe(expected);
    expect(words(tidyText(text))).toEqual(words(text));
  });
});
