import { expect, test } from 'vitest';
import { contentWords, wordsOf } from './content-words.ts';
import { MAX_WORDS, shortClause } from './short-clause.ts';

test.each([
  [
    'a short sentence as it is',
    "There's a lad on nights, Gavin.",
    [],
    "there's a lad on nights, Gavin",
  ],
  [
    'the first clause of a long one',
    'The caretaker has the key, and I think he said something about a dog that barks all night.',
    [],
    'the caretaker has the key',
  ],
  [
    'another clause where the first holds nothing new',
    'I called the bank, but the roof of the shed came off in the storm.',
    ['bank'],
    'the roof of the shed came off',
  ],
  ['no opener and no tail', 'So, maybe the folding table, please.', [], 'the folding table'],
  ['nothing where nothing is new', 'That is it.', [], null],
])('gives %s', (_, text, held, clause) => {
  expect(shortClause(text, new Set(held))).toBe(clause);
});

test('gives at most the permitted number of words, all taken from the sentence', () => {
  const text =
    'somebody with a radio and a long red ladder should perhaps go over to the old brick house tonight';
  const clause = shortClause(text, new Set()) ?? '';
  expect(wordsOf(clause).length).toBeLessThanOrEqual(MAX_WORDS);
  expect(contentWords(text)).toEqual(expect.arrayContaining(contentWords(clause)));
});
