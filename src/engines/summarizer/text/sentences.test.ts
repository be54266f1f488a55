import { expect, it } from 'vitest';
import { cutSentences, isSpokenQuestion } from './sentences.ts';

/** Each segment is `[speaker, startMs, endMs, text]`. */
function cut(...segments: [string, number, number, string][]): string[] {
  return cutSentences(
    segments.map(([speakerRef, startMs, endMs, text], at) => ({
      segmentRef: String(at),
      speakerRef,
      startMs,
      endMs,
      text,
      languageCode: null,
    })),
  ).map(
    (sentence) =>
      `${sentence.speakerRef ?? '-'}${sentence.turn} ${sentence.segmentRefs.join('+')} ${sentence.text}`,
  );
}

it('cuts several sentences of one segment', () => {
  expect(
    cut(['A', 0, 4000, 'The tests are green. Dr. Berg paid 3.5 percent! Is it late?']),
  ).toEqual(['A0 0 The tests are green.', 'A0 0 Dr. Berg paid 3.5 percent!', 'A0 0 Is it late?']);
});

it.each([
  'The fee is due by Dec. 15 at noon.',
  'I can call at 5 p.m. tomorrow.',
  'We moved it, i.e. the crane.',
  'Only J.P. Morgan asked for it, but U.S. investors did not.',
  'Der Umzug ist am 3. März fertig.',
  'Das Lager kostet 1,5 Mio. Euro, d.h. 20 Prozent mehr, z.B. für Stahl.',
])('keeps a sentence whole at the stop of an abbreviation or a date: %s', (said) => {
  expect(cut(['A', 0, 4000, said])).toEqual([`A0 0 ${said}`]);
});

it('cuts at an abbreviation before a capital letter', () => {
  expect(
    cut(['A', 0, 4000, 'It closes at 5 p.m. The gate opens in Dec. The keys are here.']),
  ).toEqual(['A0 0 It closes at 5 p.m.', 'A0 0 The gate opens in Dec.', 'A0 0 The keys are here.']);
});

it('joins a sentence that continues in lower case in the next segment', () => {
  expect(
    cut(['A', 0, 4000, 'We will send'], ['A', 4100, 6000, 'the report. Then we rest.']),
  ).toEqual(['A0 0+1 We will send the report.', 'A0 1 We rest.']);
});

it('joins a sentence whose full stop follows a word that cannot end it', () => {
  expect(
    cut(['A', 0, 8000, 'We will send the report to.'], ['A', 8050, 9000, 'The customers.']),
  ).toEqual(['A0 0+1 We will send the report to the customers.']);
});

it.each(['US customers.', 'Will.', 'March.'])('leaves %s its capital when it joins', (text) => {
  expect(cut(['A', 0, 8000, 'We will leave the report to.'], ['A', 8050, 9000, text])).toEqual([
    `A0 0+1 We will leave the report to ${text}`,
  ]);
});

it('joins a sentence that a short word of another speaker interrupts', () => {
  expect(
    cut(
      ['A', 0, 4000, 'We will send the'],
      ['B', 3000, 3300, 'Yeah.'],
      ['A', 4100, 6000, 'report tomorrow.'],
    ),
  ).toEqual(['A0 0+2 We will send the report tomorrow.', 'B1 1 Yeah.']);
});

it('does not join after a long silence', () => {
  expect(cut(['A', 0, 4000, 'We will send'], ['A', 60_000, 61_000, 'the report.'])).toEqual([
    'A0 0 We will send',
    'A0 1 The report.',
  ]);
});

it('cuts speech without punctuation where a new clause starts, but not after a condition', () => {
  expect(cut(['A', 0, 4000, 'the tests are green and we decided to ship on friday'])).toEqual([
    'A0 0 The tests are green',
    'A0 0 We decided to ship on friday',
  ]);
  expect(cut(['A', 0, 4000, "if it rains tomorrow in the morning i'll cancel the picnic"])).toEqual(
    ["A0 0 If it rains tomorrow in the morning i'll cancel the picnic"],
  );
});

it('cuts before the name of the person addressed, whatever letters come before it', () => {
  const at = { segmentRef: '0', speakerRef: 'A', startMs: 0, endMs: 4000 };
  const said = 'the İİİİ form for the new people in the Ankara office claire could you send it';
  const texts = cutSentences([{ ...at, languageCode: null, text: said }], new Set(['claire'])).map(
    ({ text }) => text,
  );
  expect(texts.at(-1)).toBe('Claire could you send it');
});

it('skips segments without words', () => {
  expect(cut(['A', 0, 100, '...'], ['A', 200, 300, ''], ['A', 400, 500, 'um'])).toEqual([]);
});

it.each([
  ['Can you send it?', true],
  ['can you send it', true],
  ['Anna, could you send it', true],
  ['when is it due', true],
  ['what about the invoice', true],
  ['Can you send it.', false],
  ['When it rains we stay in', false],
  ['That would be a pity', false],
  ['I will send it', false],
])('"%s" asks: %s', (said, asks) => {
  expect(isSpokenQuestion(said)).toBe(asks);
});
