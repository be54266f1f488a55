import { expect, it } from 'vitest';
import { brokenWords, readsAlone, tellQuestion, tellSentence } from './tell-sentence.ts';

it.each([
  'Too much metal can cause remotes to behave unexpectedly by receiving false signals.',
  'If we use the latex, then the solar cells are out.',
  'The Porzel and the SmartKom group are collecting some dialogues.',
])('a whole sentence is told as it is: %s', (text) => {
  expect(tellSentence(text)).toBe(text);
});

it.each([
  ['it points to what was said before', 'That is one of the reasons for the delay.'],
  ['it stops before its end', 'A user interface controls the chip and that is the'],
  ['it has no verb', 'Push buttons for the traditional users of the remote.'],
  ['it starts anew in between', 'I think the we have the case of the banana.'],
  ['it only says that one does not know', 'I do not know anything about the synthesis of speech.'],
])('a sentence is not told where %s', (_why, text) => {
  expect(tellSentence(text)).toBeNull();
});

it('a word that another word of the meeting begins with, said once, broke off', () => {
  expect(brokenWords(['imagi', 'imagine', 'test', 'tests', 'clean', 'clean'])).toEqual(
    new Set(['imagi']),
  );
});

it('a question is told whole or not at all', () => {
  expect(tellQuestion('Is the rising pitch a feature of the file?')).toBe(
    'Is the rising pitch a feature of the file?',
  );
  expect(tellQuestion('Is it the one that you, well, had or?')).toBeNull();
});

it.each([
  ['Keep the speaker close to the outside', true],
  ['Anna: I would print the leaflet twice', true],
  ['Battery', false],
  ['That is something we have to keep in mind', false],
  ['Leave out the remote controls and just put a microphone to', false],
])('whether an item can be read alone: %s, %s', (item, does) => {
  expect(readsAlone(item)).toBe(does);
});
