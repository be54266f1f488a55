import { describe, expect, it } from 'vitest';
import { BeamSearch } from './beam-search.ts';
import { TermTrie } from './term-trie.ts';
import { TermTries } from './term-tries.ts';
import { mergeTokens, type TokenTable } from './token-table.ts';

const WORDS = ['', ' An', 'a', ' Kow', 'al', 's', ' ', ' house', '.', ' Kin', 'g', ' ana'];
/** From which the others are merged. */
const TOKENS = [...WORDS, ' K', ' Ko', ' Ki'];
const WEIGHTS = { letter: 1, token: 20, term: 20 };
const END = 0;
const numbers = new Map(TOKENS.map((text, number) => [text, number]));
const table: TokenTable = {
  textOf: (tokens) => tokens.map((token) => TOKENS[token]).join(''),
  charactersOf: (token) => TOKENS[token] ?? '',
  numberOf: (text) => numbers.get(text),
  tokensIn: (text) => mergeTokens(text, numbers),
};
const tokensIn = (...texts: string[]): number[] => texts.map((text) => TOKENS.indexOf(text));

function earned(terms: readonly string[], tokens: readonly number[], isOver = true): number {
  const trie = new TermTrie(terms, table, WEIGHTS);
  const state = tokens.reduce((before, token) => trie.extend(before, token, -100), trie.start);
  return trie.bonus(state, isOver);
}

describe('a hypothesis', () => {
  it.each([
    ['a term at its end', [' Kow', 'al'], 5],
    ['a term before another word', [' Kow', 'al', ' house'], 5],
    ['a term before a full stop', [' Kow', 'al', '.'], 5],
    ['two terms', [' Kow', 'al', ' Kin', 'g'], 9],
    ['a term twice, which no loop may gain by', [' Kow', 'al', ' Kow', 'al', '.'], 5],
    ['the beginning of a term only', [' Kow'], 0],
    ['a word that goes on otherwise', [' Kow', 'a', ' house'], 0],
    ['a word that only begins with the term', [' Kow', 'al', 's'], 0],
    ['a term inside a word', [' house', 'al'], 0],
    ['another word', [' house', '.'], 0],
  ])('that holds %s', (_, tokens, bonus) => {
    expect(earned(['Kowal', 'King'], tokensIn(...tokens))).toBe(bonus);
  });

  it('is given the whole term while it spells one, and loses that when the term is not completed', () => {
    expect(earned(['Kowal'], tokensIn(' Kow'), false)).toBe(5);
    expect(earned(['Kowal'], tokensIn(' Kow', 's'), false)).toBe(0);
  });

  it('never becomes likelier than certain by a term', () => {
    const trie = new TermTrie(['Kowal'], table, { letter: 2, token: 20, term: 20 });
    const [begin = 0, rest = 0] = tokensIn(' Kow', 'al');
    const state = trie.extend(trie.extend(trie.start, begin, -2.5), rest, -0.5);
    expect(trie.bonus(state, true)).toBe(3);
  });

  it('earns no more for a long term than for one of a few letters', () => {
    const trie = new TermTrie(['Kowal'], table, { letter: 2, token: 20, term: 7 });
    const [begin = 0, rest = 0] = tokensIn(' Kow', 'al');
    const state = trie.extend(trie.extend(trie.start, begin, -50), rest, -50);
    expect(trie.bonus(state, true)).toBe(7);
  });

  it('earns less for a term of few tokens, which the model writes by itself', () => {
    const trie = new TermTrie(['Kowal'], table, { letter: 2, token: 3, term: 20 });
    const [begin = 0, rest = 0] = tokensIn(' Kow', 'al');
    const state = trie.extend(trie.extend(trie.start, begin, -50), rest, -50);
    expect(trie.bonus(state, true)).toBe(6);
  });

  it('is dropped as soon as a term costs more than it can earn and then some', () => {
    const trie = new TermTrie(['Kowal'], table, WEIGHTS);
    const [begin = 0] = tokensIn(' Kow');
    expect(trie.isHopeless(trie.extend(trie.start, begin, -8))).toBe(false);
    expect(trie.isHopeless(trie.extend(trie.start, begin, -10))).toBe(true);
  });

  it('keeps what a shorter term earned when a longer one is not completed', () => {
    const terms = ['Kowal', 'Kowal King'];
    expect(earned(terms, tokensIn(' Kow', 'al', ' Kin', 'g'))).toBe(9);
    expect(earned(terms, tokensIn(' Kow', 'al', ' Kin', '.'))).toBe(5);
    expect(earned(terms, tokensIn(' Kow', 'al', ' house'))).toBe(5);
  });
});

it('a word that is one token for the model is left alone, also where it is a name', () => {
  expect(earned(['House'], tokensIn(' house'))).toBe(0);
  expect(earned(['Ana'], tokensIn(' An', 'a'))).toBe(0);
});

it('only tokens that begin or continue a term are looked at beside the likeliest', () => {
  const trie = new TermTrie(['kowal', 'King'], table, WEIGHTS);
  expect(new Set(trie.tokensAfter(trie.start))).toEqual(new Set(tokensIn(' Kow', ' Kin')));
  const [begin = 0] = tokensIn(' Kow');
  expect(trie.tokensAfter(trie.extend(trie.start, begin, -1))).toEqual(
    expect.arrayContaining(tokensIn('al')),
  );
});

it('empty terms and terms of other alphabets do no harm', () => {
  expect(earned(['', '  ', '会議', 'é'], tokensIn(' Kow', 'al'))).toBe(0);
});

it('the terms of a meeting are prepared once', () => {
  const tries = new TermTries(table);
  expect(tries.of([])).toBeNull();
  expect(tries.of(['Kowal'])).toBe(tries.of(['Kowal']));
});

describe('the beam search', () => {
  /** ` Kow` and `al` are less likely than ` house`, by `by` together. */
  const heard = (terms: readonly string[], by: number): string => {
    const trie = terms.length > 0 ? new TermTrie(terms, table, WEIGHTS) : null;
    const search = new BeamSearch({ width: 2, end: END, maxTokens: 5, terms: trie });
    const [name = 0, rest = 0, house = 0] = tokensIn(' Kow', 'al', ' house');
    const scores = (...likely: [number, number][]): Float32Array => {
      const all = new Float32Array(TOKENS.length).fill(-20);
      for (const [token, score] of likely) all[token] = score;
      return all;
    };
    while (search.open.length > 0)
      search.extend(
        search.open.map(({ tokens }) => {
          const last = tokens.at(-1);
          if (last === undefined) return scores([house, 0], [END, -1], [6, -1.5], [name, -by]);
          return last === name ? scores([rest, 0]) : scores([END, 0]);
        }),
      );
    return table.textOf(search.best);
  };

  it('prefers a term that is not among the likeliest words', () => {
    expect(heard([], 3)).toBe(' house');
    expect(heard(['Kowal'], 3)).toBe(' Kowal');
  });

  it('leaves what was clearly said as it is', () => {
    expect(heard(['Kowal'], 9)).toBe(' house');
    expect(heard(['King'], 3)).toBe(' house');
  });
});
