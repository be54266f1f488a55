import { expect, test } from 'vitest';
import type { LiveWords } from '../../../../sdk-typescript/client.ts';
import { addLiveWords, type LiveLine } from './live-words.ts';

const said = (kind: 'segment' | 'interim', utteranceRef: string, text: string): LiveWords => {
  const who = { participantRef: 'pt_1', speakerRef: 's1', displayName: 'Ana', utteranceRef, text };
  return kind === 'interim'
    ? { kind, ...who }
    : { kind, id: '1', startMs: 0, endMs: 1, languageCode: 'de', ...who };
};

const after = (...words: LiveWords[]) =>
  words.reduce<readonly LiveLine[]>(addLiveWords, []).map(({ text, isFinal }) => [text, isFinal]);

test('interim words are replaced in their place and become final before those that still grow', () => {
  const words = [
    said('interim', 'a', 'We'),
    said('interim', 'b', 'Oh'),
    said('interim', 'a', 'We open'),
  ];
  expect(after(...words)).toEqual([
    ['We open', false],
    ['Oh', false],
  ]);
  expect(after(...words, said('segment', 'b', 'Oh yes.'))).toEqual([
    ['Oh yes.', true],
    ['We open', false],
  ]);
});

test('late interim words do not undo final ones, and speech without words leaves no line', () => {
  expect(after(said('segment', 'a', 'Hello.'), said('interim', 'a', 'Hel'))).toEqual([
    ['Hello.', true],
  ]);
  const gap: LiveWords = {
    kind: 'gap',
    id: '2',
    utteranceRef: 'a',
    participantRef: 'pt_1',
    startMs: 0,
    endMs: 1,
    reason: 'not_decoded',
  };
  expect(after(said('interim', 'a', 'Hel'), gap)).toEqual([]);
});

test('a name changes no writing direction', () => {
  const words = { ...said('segment', 'a', 'Hi.'), displayName: '\u202Eexe.png' };
  expect(addLiveWords([], words)).toMatchObject([{ name: 'exe.png' }]);
});

test('only the last 200 lines are kept', () => {
  const many = Array.from({ length: 203 }, (_, index) => said('segment', `u${index}`, `${index}`));
  expect([after(...many).length, after(...many)[0]]).toEqual([200, ['3', true]]);
});

test('final words have their language, by which screen readers choose a voice', () => {
  const lines = [said('segment', 'a', 'Guten Tag.'), said('interim', 'b', 'Wir')].reduce<
    readonly LiveLine[]
  >(addLiveWords, []);
  expect(lines.map(({ language }) => language)).toEqual(['de', null]);
});
