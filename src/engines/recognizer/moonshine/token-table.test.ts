import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mergeTokens, readTokenTable } from './token-table.ts';

it('joins tokens to words, even where a character is split, and leaves out control tokens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-tokens-'));
  try {
    const letter = Buffer.from('é');
    const tokens = [
      Buffer.from('<s>'),
      Buffer.from('▁caf'),
      letter.subarray(0, 1),
      letter.subarray(1),
      Buffer.from('▁<'),
      Buffer.from('<'),
    ];
    const path = join(folder, 'tokens.txt');
    await writeFile(path, tokens.map((token, i) => `${token.toString('base64')}\t${i}\n`).join(''));
    const table = readTokenTable(path);
    expect(table.textOf([0, 1, 2, 3, 4, 5, 99])).toBe(' café <<');
    expect(table.charactersOf(1)).toBe(' caf');
    expect(table.numberOf(' caf')).toBe(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it("splits a text into the tokens of the model's training, not into the longest ones", () => {
  const numbers = new Map(['a', 'b', 'c', 'ab', 'bc', 'abc', 'cb'].map((text, i) => [text, i]));
  numbers.set('bcb', 9).set(Buffer.from('語').toString('latin1'), 10);
  expect(mergeTokens('abcb', numbers)).toEqual([5, 1]);
  expect(mergeTokens(Buffer.from('a語').toString('latin1'), numbers)).toEqual([0, 10]);
  expect(mergeTokens('ax', numbers)).toEqual([]);
});
