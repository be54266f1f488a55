import { expect, it } from 'vitest';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';
import { readStatements } from './choose-key-points.ts';

/** As speech without punctuation comes: no sentence is known for a question. */
function statedIn(text: string): string[] {
  return readStatements(spokenLines([`A: ${text}`]), 'en').map((statement) => statement.text);
}

it.each([
  'The standup in the kitchen is it still useful for you guys',
  "Haha true okay what didn't go so well with the release",
  'The trip to the museum on the third is everything ready',
  "We've got three people for the nurse job did you all read the papers",
])('a question without its mark states nothing: %s', (text) => {
  expect(statedIn(text)).toEqual([]);
});

it.each([
  'The kitchen closes and so do we at the end of the month',
  'The museum wants the coach to be there when the doors open',
])('what only sounds like one may: %s', (text) => {
  expect(statedIn(text)).toEqual([text]);
});

it('is told without the yes that opens it', () => {
  expect(statedIn('Yes she did the asthma programme for the whole ward')).toEqual([]);
  expect(statedIn('Yes the nurse did the asthma programme for the ward')).toEqual([
    'The nurse did the asthma programme for the ward',
  ]);
});
