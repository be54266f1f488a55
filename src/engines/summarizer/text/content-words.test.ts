import { expect, it } from 'vitest';
import { contentWords } from './content-words.ts';

it.each(["李雷's instructions", '李雷’s instructions'])(
  'the genitive of a name in a script without spaces is no word: %s',
  (text) => {
    expect(contentWords(text)).toEqual(['李', '雷', 'instruction']);
  },
);
