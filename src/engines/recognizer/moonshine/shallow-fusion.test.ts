import { beforeAll, expect, it } from 'vitest';
import { BeamSearch } from './beam-search.ts';
import { ExpectedWords } from './shallow-fusion.ts';
import { readLanguageModel } from './language-model.ts';

const PIECES = [
  ' Good',
  " Don't",
  ' morn',
  'ing',
  ' mold',
  ',',
  ' everyone',
  '.',
  ' fellow',
  '-',
  'american',
  '',
];
const END = PIECES.length - 1;
let expected: ExpectedWords;
beforeAll(async () => {
  expected = new ExpectedWords(await readLanguageModel(), (pieces) =>
    pieces.map((piece) => PIECES[piece] ?? '').join(''),
  );
});

/** What its words add to a text. */
function gainOf(...pieces: string[]): number {
  let [soFar, sum] = [expected.beginning, 0];
  for (const piece of pieces) {
    const { soFar: after, gain } = expected.next(soFar, PIECES.indexOf(piece));
    [soFar, sum] = [after, sum + gain];
  }
  return sum + expected.end(soFar);
}

it('a sentence that people say gains on one that they do not', () => {
  expect(gainOf(' Good', ' morn', 'ing', ',', ' everyone', '.')).toBeGreaterThan(
    gainOf(" Don't", ' mold', 'ing', ' everyone', '.') + 1,
  );
});

it('a word counts when it is whole, and punctuation does not', () => {
  expect(gainOf(' morn', 'ing')).toBe(gainOf(' morn', 'ing', ',', '.'));
  expect(expected.next(expected.beginning, PIECES.indexOf(' morn')).gain).toBe(0);
});

it('of words with a hyphen between them each counts', () => {
  const { soFar } = ['-', 'american', ' everyone'].reduce(
    (text, piece) => expected.next(text.soFar, PIECES.indexOf(piece)),
    expected.next(expected.beginning, PIECES.indexOf(' fellow')),
  );
  expect([soFar.first, soFar.second]).toEqual(['fellow', 'american']);
});

it('of two texts that sound about alike the one that is said is taken', () => {
  const search = new BeamSearch({ width: 2, end: END, most: 10, expected });
  const scores = (of: Record<string, number>) =>
    Float32Array.from(PIECES, (piece) => Math.log(of[piece] ?? 1e-6));
  search.extend([scores({ " Don't": 0.55, ' Good': 0.45 })]);
  const after = (): Float32Array[] =>
    search.open.map(({ pieces }) =>
      scores(pieces[0] === PIECES.indexOf(' Good') ? { ' morn': 0.99 } : { ' mold': 0.99 }),
    );
  search.extend(after());
  search.extend(search.open.map(() => scores({ ing: 0.99 })));
  search.extend(search.open.map(() => scores({ ' everyone': 0.99 })));
  search.extend(search.open.map(() => scores({ '': 0.99 })));
  expect(search.best.map((piece) => PIECES[piece]).join('')).toBe(' Good morning everyone');
});
