import { expect, it } from 'vitest';
import { listTerms } from './list-terms.ts';

const NONE = { vocabulary: [], names: [], title: '' };

it('the vocabulary comes first, then words of names and of the title, each once', () => {
  expect(
    listTerms({
      vocabulary: ['Kubernix', ' data lake '],
      names: ['Ana Kowalczyk', "Ben O'Hara"],
      title: 'Kubernix: plan for Q3',
    }),
  ).toEqual(['Kubernix', 'data lake', 'Ana', 'Kowalczyk', 'Ben', "O'Hara", 'plan', 'for']);
});

it('a meeting with nothing to prefer has no terms', () => {
  expect(listTerms(NONE)).toEqual([]);
  expect(listTerms({ ...NONE, vocabulary: [' '], names: ['A.', '42'] })).toEqual([]);
});

it('many people and long words keep a request small, and never push out the vocabulary', () => {
  const vocabulary = Array.from({ length: 200 }, (_, i) => `Term${i}`);
  const names = Array.from({ length: 900 }, (_, i) => `Name${i} ${'x'.repeat(61)}`);
  const terms = listTerms({ vocabulary, names, title: 'Plan' });
  expect(terms).toHaveLength(400);
  expect(terms.slice(0, 200)).toEqual(vocabulary);
});
