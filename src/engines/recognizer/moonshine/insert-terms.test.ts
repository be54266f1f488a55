import { describe, expect, it } from 'vitest';
import { insertTerms, type Judge } from './insert-terms.ts';
import { termsOf, withTerms } from './place-terms.ts';
import { soundsOf } from './sound-distance.ts';
import { mergeTokens, type TokenTable } from './token-table.ts';

const WORDS = [
  '',
  ' ask',
  ' call',
  ' check',
  ' about',
  ' it',
  '.',
  ' a',
  ' conquer',
  ' Kow',
  'alczyk',
];
const MORE = [' Oko', 'nkwo', ' Ask', ' ana', ' An', 'a'];
/** From which the others are merged. */
const LETTERS = [
  ...'kowalczyknAKO ',
  ' K',
  ' O',
  ' A',
  ' Ko',
  'al',
  'alc',
  'alcz',
  'alczy',
  ' Ok',
  'nk',
  'nkw',
];
const TOKENS = [...WORDS, ...MORE, ...LETTERS];
const END = 0;
/** In silence, a token is so likely that a term gains little. */
const UNSURE = -2;
const numbers = new Map(TOKENS.map((text, number) => [text, number]));
const table: TokenTable = {
  textOf: (tokens) => tokens.map((token) => TOKENS[token]).join(''),
  charactersOf: (token) => TOKENS[token] ?? '',
  numberOf: (text) => numbers.get(text),
  tokensIn: (text) => mergeTokens(text, numbers),
};
const tokensIn = (...texts: string[]): number[] => texts.map((text) => TOKENS.indexOf(text));
const HEARD = tokensIn(' ask', ' call', ' check', ' about', ' it', '.');

/**
 * A decoder that knows the text `spoken` and half believes in what it decoded; a token that fits to neither
 * costs 5. `silent`: of each token in silence.
 */
function judge(
  spoken: readonly number[],
  decoded: readonly number[],
  silent = -10,
  bySound: Judge['bySound'] = async () => undefined,
): Judge & { asked: number } {
  const cost = (text: readonly number[]): number =>
    begins(spoken, text) ? 0.1 : begins(decoded, text) ? 1 : 5;
  const one = {
    asked: 0,
    end: END,
    bySound,
    ofTexts: async (texts: readonly (readonly number[])[]) => {
      one.asked += texts.length;
      return texts.map(
        (text) => (at: number, token: number) => -cost([...text.slice(0, at), token]),
      );
    },
    inSilence: async (texts: readonly unknown[]) => texts.map(() => () => silent),
  };
  return one;
}

function begins(whole: readonly number[], text: readonly number[]): boolean {
  return text.every((token, i) => token === (whole[i] ?? END));
}

async function said(terms: string[], tokens: number[], asked: Judge): Promise<string> {
  return table.textOf(await insertTerms(tokens, termsOf(terms, table), table, asked)).trim();
}

describe('a term', () => {
  const name = tokensIn(' ask', ' Kow', 'alczyk', ' about', ' it', '.');

  it('replaces the common words that were recognized instead of it', async () => {
    expect(await said(['Kowalczyk'], HEARD, judge(name, HEARD))).toBe('ask Kowalczyk about it.');
  });

  it('that was not said changes nothing', async () => {
    expect(await said(['Kowalczyk'], HEARD, judge(HEARD, HEARD))).toBe('ask call check about it.');
  });

  it('that the model writes easily, whatever was said, needs more evidence', async () => {
    const easy = judge(name, HEARD, 0);
    expect(await said(['Kowalczyk'], HEARD, easy)).toBe('ask call check about it.');
  });

  it('that the sound network hears needs less evidence, and one that it does not hear needs more', async () => {
    const hears = (more: number) => async (texts: readonly Uint8Array[]) =>
      texts.map((sounds) => (String(sounds) === String(soundsOf(table.textOf(name))) ? more : 0));
    const unsure = (more: number) => judge(name, HEARD, UNSURE, hears(more));
    expect(await said(['Kowalczyk'], HEARD, unsure(30))).toBe('ask Kowalczyk about it.');
    expect(await said(['Kowalczyk'], HEARD, unsure(-30))).toBe('ask call check about it.');
  });

  it('that sounds like nothing in the text is not scored', async () => {
    const tokens = tokensIn(' about', ' it', '.');
    const one = judge(tokens, tokens);
    expect(await said(['Kowalczyk'], tokens, one)).toBe('about it.');
    expect(one.asked).toBe(1);
  });

  it('that was recognized stays as it is, and no similar term replaces it', async () => {
    const one = judge(name, name);
    expect(await said(['Kowal', 'Kowalczyk'], name, one)).toBe('ask Kowalczyk about it.');
  });

  it('of another alphabet, of one common word or of nothing does no harm', async () => {
    const tokens = tokensIn(' ask', ' ana', '.');
    const one = judge(tokens, tokens);
    expect(await said(['会議', 'Ana', '', ' '], tokens, one)).toBe('ask ana.');
    expect(one.asked).toBe(0);
  });
});

it('two terms never overlap: the one that gains more is inserted', () => {
  const [kow, oko] = termsOf(['Kowalczyk', 'Okonkwo'], table);
  const judged = [
    { term: kow, from: 1, to: 3, gain: 9 },
    { term: oko, from: 2, to: 4, gain: 8 },
    { term: oko, from: 4, to: 5, gain: 7 },
    { term: kow, from: 5, to: 6, gain: 1 },
  ].flatMap(({ term, ...place }) => (term ? [{ term, ...place }] : []));
  expect(table.textOf(withTerms(HEARD, judged))).toBe(' ask Kowalczyk about Okonkwo.');
});

it('of two terms that fit a place almost equally well, neither is inserted', () => {
  const [kow, oko] = termsOf(['Kowalczyk', 'Okonkwo'], table);
  const judged = [
    { term: kow, from: 1, to: 3, gain: 5 },
    { term: oko, from: 1, to: 2, gain: 4 },
  ].flatMap(({ term, ...place }) => (term ? [{ term, ...place }] : []));
  expect(withTerms(HEARD, judged)).toEqual(HEARD);
});

it('a last name does not keep the whole name from being inserted', () => {
  const whole = { tokens: tokensIn(' call', ' Kow', 'alczyk'), sounds: soundsOf('call Kowalczyk') };
  const [last] = termsOf(['Kowalczyk'], table);
  const judged = [
    { term: whole, from: 1, to: 3, gain: 6 },
    { term: last, from: 2, to: 3, gain: 6 },
  ].flatMap(({ term, ...place }) => (term ? [{ term, ...place }] : []));
  expect(table.textOf(withTerms(HEARD, judged))).toBe(' ask call Kowalczyk about it.');
});

it('without terms, or without words, the decoder is not run', async () => {
  const one = judge(HEARD, HEARD);
  await insertTerms(HEARD, [], table, one);
  await insertTerms([], termsOf(['Kowalczyk'], table), table, one);
  expect(one.asked).toBe(0);
});
