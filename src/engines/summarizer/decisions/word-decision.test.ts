import { expect, it } from 'vitest';
import { readSpeechActs } from '../text/speech-acts.ts';
import { spokenLines } from '../../../../dev/world/speech/spoken-lines.ts';
import { wordDecision } from './word-decision.ts';

/** The wording of the sentence that holds `said`, among `A: text` lines. */
function wordingOf(lines: readonly string[], said: string): string | null {
  const acts = readSpeechActs(spokenLines(lines));
  const source = acts.findLast((act) => act.sentence.text.includes(said));
  return source === undefined
    ? null
    : wordDecision(
        acts,
        acts.map(() => null),
        source,
      ).text;
}

it.each([
  [
    'the end of a trailing verdict',
    ["A: First of April, that's final from my side."],
    'April',
    'First of April',
  ],
  ['a refusal', ['A: Thursday?', 'B: So no to Thursday.'], 'Thursday', 'No to Thursday'],
  [
    'a short clause before it',
    ['A: The coaches wait. Nothing leaves until Eva says so.'],
    'Eva',
    'The coaches wait. Nothing leaves until Eva says so',
  ],
  [
    'a short clause after it',
    ['A: Five hundred is nothing. Book the plumber.'],
    'hundred',
    'Five hundred is nothing. Book the plumber',
  ],
  [
    'two fragments',
    ['A: Six boxes of tiles. Ninety pounds and no grout.'],
    'Six',
    'Six boxes of tiles. Ninety pounds and no grout',
  ],
  [
    'no mere assent beside it',
    ['A: Ten weeks, break at five. Lovely.'],
    'weeks',
    'Ten weeks, break at five',
  ],
  ['no promise beside it', ["A: Blue tiles. I'll order them tomorrow."], 'tiles', 'Blue tiles'],
  [
    'what was proposed',
    ['A: Can we say three hundred each?', 'B: Hm.', 'B: Okay, three hundred.'],
    'hundred',
    'Say three hundred each',
  ],
  [
    'what had to be',
    [
      'A: So the rehearsal has to be the night before, in the barn.',
      'B: Fine, the night before in the barn.',
    ],
    'barn',
    'The rehearsal has to be the night before, in the barn',
  ],
  [
    'the first clauses of a long sentence',
    [
      'A: Nine stays shut until Friday, and the guests get twelve and the twin, same price as they booked, and no more moaning about it.',
    ],
    'Nine',
    'Nine stays shut until Friday, and the guests get twelve and the twin, same price as they booked',
  ],
  [
    'own words against a no',
    ['A: Can we take the Thursday slot?', 'B: Not Thursday.'],
    'Thursday',
    'Not Thursday',
  ],
  [
    'own words where two were offered',
    ['A: Shall we have soup or salad?', 'B: Soup.'],
    'Soup',
    'Soup',
  ],
  [
    'the whole thing that was asked about',
    ['A: So when do we do the post mortem?', 'B: Monday at ten.'],
    'Monday',
    'Monday at ten (the post mortem)',
  ],
  [
    'no deed of it',
    ['A: When does the oven arrive?', 'B: Monday at ten.'],
    'Monday',
    'Monday at ten (the oven)',
  ],
  [
    'no brackets beside a figure in one word',
    ['A: The parking lot is full.', 'B: We keep the old chairs, all forty-one.'],
    'chairs',
    'We keep the old chairs, all forty-one',
  ],
])('shows %s', (_what, lines, said, shown) => {
  expect(wordingOf(lines, said)).toBe(shown);
});
