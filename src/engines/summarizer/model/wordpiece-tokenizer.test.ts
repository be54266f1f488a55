import { describe, expect, it } from 'vitest';
import { wordPieces } from './wordpiece-tokenizer.ts';

const { cut, idOf } = wordPieces([
  '[UNK]',
  'send',
  'the',
  'plan',
  '##ner',
  '##s',
  "'",
  'cafe',
  '.',
]);

describe('word pieces', () => {
  it.each([
    ['the longest known pieces from the left', 'the planners', [2, 3, 4, 5]],
    ['capitals and accents do not matter', 'Send the Café', [1, 2, 7]],
    ['punctuation stands alone', "planner's.", [3, 4, 6, 0, 8]],
    ['a word with an unknown part is unknown as a whole', 'plank the', [0, 2]],
    ['an endless word is unknown', 'send'.repeat(30), [0]],
  ])('%s', (_, text, ids) => {
    expect(cut(text)).toEqual(ids);
  });

  it('refuses a vocabulary without a required mark', () => {
    expect(() => idOf('[CLS]')).toThrow('[CLS]');
  });
});
