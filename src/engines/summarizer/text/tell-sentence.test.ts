import { expect, it } from 'vitest';
import { brokenWords, tellSentence } from './tell-sentence.ts';

const NONE: ReadonlySet<string> = new Set();

it.each([
  [
    'a word that broke off',
    'You two are painting the shed on a o on two days',
    'the shed on two days',
  ],
  ['a half sentence', 'I need we need a homing device.', 'We need a homing device.'],
  [
    'an article too many',
    'Another thing is the d the shape of the box.',
    'is the shape of the box.',
  ],
  [
    'words that fill time',
    'The box is, you know, sort of a heavy crate.',
    'The box is a heavy crate.',
  ],
  [
    'a comma where the speaker only paused',
    'We had a, talk with the, painters about the boat shed.',
    'We had a talk with the painters',
  ],
  ['what was begun again', 'We can we can paint the boat shed.', 'We can paint the boat shed.'],
])('%s is taken out', (_what, said, told) => {
  expect(tellSentence(said, NONE)).toContain(told);
});

it.each([
  'The more paint the boat shed gets, the more coats we need in spring.',
  'We show the LCD and the TV on plan b.',
  'The import takes 3.5 s for the file, and 12 px are enough.',
  'Meyer & Sons take 12 % off for the boat shed.',
  'The menu is 85 per person, and paint is extra.',
  'We send pdf files to the painters.',
  'No tests failed in the boat shed.',
  'For the boat shed plan b is cheaper.',
  'The paint takes an hour until you know if the boat shed is dry.',
  'The code of the boat shed is four oh four and seven seven two.',
  'The shed we looked at, and the boat in it, need paint.',
])('deliberate wording stays: %s', (said) => {
  expect(tellSentence(said, NONE)).toBe(said);
});

it.each([
  ['points to what was said before', 'They liked the new boat shed very much.'],
  ['says nothing', 'It is what it is there.'],
  ['is only a condition', 'If Elsa helps me with the numbers of the shed.'],
  ['breaks off', 'We paint the boat shed because of the'],
  ['has no verb', 'Fancy buttons, ugly colors, easy menus, other things.'],
  ['only asks', 'Is it going to hold the new boats?'],
])('a sentence that %s is not shown', (_why, said) => {
  expect(tellSentence(said, NONE)).toBeNull();
});

it('a sentence with a broken-off word is not shown', () => {
  const words = ['deci', 'decisive', 'roof', 'roofs'];
  expect([...brokenWords(words)]).toEqual(['deci']);
  expect(tellSentence('We have deci we keep the blue boat shed.', brokenWords(words))).toBeNull();
});

it('a number is no broken-off word, even if a longer one begins with its digits', () => {
  expect([...brokenWords(['2', '27', '40', '401'])]).toEqual([]);
});
