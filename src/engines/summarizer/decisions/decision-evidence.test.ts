import { expect, it } from 'vitest';
import { gatherEvidence } from './find-decisions.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { readSpeechActs } from '../text/speech-acts.ts';
import { spokenLines } from '../../../../dev/world/speech/spoken-lines.ts';

const nobody = { speaker: 0, 'next speaker': 0, 'speaker before': 0, named: 0, nobody: 1 };
const likely = (decides: number): TurnReading => ({
  decides,
  settles: 0,
  tasks: 0,
  doers: nobody,
  matters: [],
  days: [],
  undated: 0,
  asked: null,
});

/** The signs of the candidate whose words are `text`, where the model thinks so much of each sentence. */
function signsOf(
  lines: readonly string[],
  text: string,
  decides: readonly number[] = [],
): readonly string[] {
  const acts = readSpeechActs(spokenLines(lines));
  const entries = gatherEvidence(
    acts,
    acts.map((_act, at) => likely(decides[at] ?? 0)),
  );
  return (
    entries.find(
      ({ candidate }) => candidate.act === candidate.source && candidate.act.matter === text,
    )?.evidence ?? []
  );
}

const offer = ['A: Oak then?', 'B: Oak.', "A: I'll order it tomorrow."];

it.each([
  ['an offer that the answer repeats', offer, 'Oak', [], 'asked + echoed', true],
  ['a promise within three turns', offer, 'Oak', [], 'promise after', true],
  ['no promise', offer.slice(0, 2), 'Oak', [], 'promise after', false],
  [
    'the last sentence of a turn',
    ['A: The roof is done. Paint it red.', 'B: Yes.'],
    'Paint it red',
    [],
    'ends its turn',
    true,
  ],
  [
    'a turn of one sentence',
    ['A: Paint it red.', 'B: Yes.'],
    'Paint it red',
    [],
    'ends its turn',
    false,
  ],
  [
    'the likeliest near',
    ['A: The roof is done. Paint it red.', 'B: Yes.'],
    'Paint it red',
    [0.1, 0.2],
    'content highest near',
    true,
  ],
  [
    'not the likeliest near',
    ['A: The roof is done. Paint it red.', 'B: Yes.'],
    'Paint it red',
    [0.2, 0.1],
    'content highest near',
    false,
  ],
  [
    'a likely neighbour',
    ['A: The roof is done. Paint it red.', 'B: Yes.'],
    'Paint it red',
    [0.2, 0.1],
    'content beside',
    true,
  ],
  [
    'a likely sentence of another',
    ['A: The roof is done.', 'B: Paint it red.'],
    'Paint it red',
    [0.2, 0.1],
    'content beside',
    false,
  ],
])('sees %s', (_what, lines, text, decides, sign, held) => {
  expect(signsOf(lines, text, decides).includes(sign)).toBe(held);
});
