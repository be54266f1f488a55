import { beforeAll, expect, it } from 'vitest';
import {
  BEGINNING,
  LanguageModel,
  readLanguageModel,
  spokenWords,
  UNKNOWN_COST,
} from './language-model.ts';

let model: LanguageModel;
beforeAll(async () => {
  model = await readLanguageModel();
});

/** What a whole sentence costs. */
const costOf = (text: string): number => {
  const words = [BEGINNING, BEGINNING, ...spokenWords(text)];
  return words
    .slice(2)
    .reduce((sum, word, at) => sum + model.costOf(words[at] ?? '', words[at + 1] ?? '', word), 0);
};

it.each([
  ['Good morning, everyone.', "Don't molding everyone."],
  ['I will send the invoice on Monday.', 'I will send ugly invoice on Monday.'],
  ['Can you do that by Friday?', 'Can you do that bye fry day?'],
])('%s is likelier to be said than %s', (said, misheard) => {
  expect(costOf(said)).toBeLessThan(costOf(misheard));
});

it('a spelling of one country costs no more than the other', () => {
  for (const [british, american] of [
    ['the colour of the centre', 'the color of the center'],
    ['we organised it and travelled', 'we organized it and traveled'],
    ['ten metres', 'ten meters'],
  ] as const) {
    expect(spokenWords(british)).toEqual(spokenWords(american));
  }
  expect(spokenWords('Your four hours, our tour: well-known, all still.')).toEqual(
    'your four hours our tour well known all still'.split(' '),
  );
});

it('a word that it does not know costs the same everywhere', () => {
  expect([
    model.costOf(BEGINNING, BEGINNING, 'zyzzyva'),
    model.costOf('send', 'the', 'zyzzyva'),
  ]).toEqual([UNKNOWN_COST, UNKNOWN_COST]);
});

it('after each context all words together are about as likely as one', () => {
  const words = ['a', 'b', 'c'];
  const nats = (...likelihoods: number[]) =>
    Uint8Array.from(likelihoods, (one) => Math.round(-Math.log(one) * 16));
  // After `a b` it is `c` in half of all cases; after `a` it is `b` in eight of ten.
  const small = new LanguageModel({
    words,
    pairs: Uint32Array.of(0 * 3 + 1),
    triples: Uint32Array.of(0 * 3 + 2),
    wordCosts: nats(0.5, 0.3, 0.2),
    wordBackOffs: nats(0.2 / 0.7, 1, 1),
    pairCosts: nats(0.8),
    pairBackOffs: nats(0.5 / 0.8),
    tripleCosts: nats(0.5),
  });
  for (const [first, second] of [
    ['c', 'c'],
    ['c', 'a'],
    ['a', 'b'],
    ['unknown', 'a'],
    ['a', 'unknown'],
  ] as const) {
    const sum = words.reduce(
      (total, word) => total + Math.exp(-small.costOf(first, second, word)),
      0,
    );
    expect(Math.abs(sum - 1), `after ${first} ${second}`).toBeLessThan(0.05);
  }
});
