import { describe, expect, it, test } from 'vitest';
import { stitch, type Utterance } from './stitch.ts';

const startedAt = new Date('2026-11-24T09:00:00.000Z');
const people = new Map([
  ['s1', 'Ana'],
  ['s2', 'Ben'],
]);

/** Speech from..to in ms, on a track that began with the meeting; pads of 0.3 s are put around it. */
function said(
  speakerRef: string,
  fromMs: number,
  toMs: number,
  text: string,
  more: Partial<Utterance> = {},
): Utterance {
  return {
    trackRef: `trk_${speakerRef}`,
    speakerRef,
    trackStartedAt: startedAt,
    fromSample: (fromMs - 300) * 16,
    toSample: (toMs + 300) * 16,
    isForced: false,
    text,
    languageCode: 'en',
    ...more,
  };
}

function lines(utterances: Utterance[]): string[] {
  return stitch(utterances, people, startedAt).segments.map(
    (one) => `${one.speakerRef} ${one.startMs}-${one.endMs} ${one.text}`,
  );
}

// Promise: 143
test('a segment names the live words that were joined into it, in their order', () => {
  const { segments } = stitch(
    [
      said('s1', 1000, 2000, 'We ship'),
      said('s2', 2100, 2400, 'Yes.', { fromSample: 7 }),
      said('s1', 5000, 6000, 'it'),
      said('s1', 6400, 7000, 'on Friday.'),
    ],
    people,
    startedAt,
  );
  expect(segments.map(({ text, utteranceRefs }) => [text, utteranceRefs])).toEqual([
    ['Yes.', ['trk_s2-7']],
    ['We ship', ['trk_s1-11200']],
    ['it on Friday.', ['trk_s1-75200', 'trk_s1-97600']],
  ]);
});

describe('stitch', () => {
  it.each([
    [
      'joins a sentence over a short pause',
      [said('s1', 1000, 2000, 'We ship'), said('s1', 3000, 4000, 'on Friday.')],
      ['s1 1000-4000 We ship on Friday.'],
    ],
    [
      'begins anew after a long pause',
      [said('s1', 1000, 2000, 'We ship'), said('s1', 4100, 5000, 'on Friday.')],
      ['s1 1000-2000 We ship', 's1 4100-5000 on Friday.'],
    ],
    [
      'keeps apart what somebody else spoke between',
      [
        said('s1', 1000, 2000, 'We ship'),
        said('s1', 3000, 4000, 'on Friday.'),
        said('s2', 2100, 2400, 'Yes.'),
      ],
      ['s1 1000-2000 We ship', 's2 2100-2400 Yes.', 's1 3000-4000 on Friday.'],
    ],
    // Promise: 23
    [
      'gives overlapping speech overlapping segments, by start and then by end',
      [
        said('s2', 1000, 3000, 'Wait, no.'),
        said('s1', 1000, 2000, 'All right.'),
        said('s1', 2500, 3500, 'Go on.'),
      ],
      ['s1 1000-2000 All right.', 's2 1000-3000 Wait, no.', 's1 2500-3500 Go on.'],
    ],
    [
      'holds at most three sentences in a segment',
      [
        said('s1', 1000, 2000, 'One. Two.'),
        said('s1', 3000, 4000, 'Three.'),
        said('s1', 5000, 6000, 'Four.'),
      ],
      ['s1 1000-4000 One. Two. Three.', 's1 5000-6000 Four.'],
    ],
    [
      'holds at most 30 s in a segment, even without an end of sentence',
      Array.from({ length: 5 }, (_, i) =>
        said('s1', 1000 + i * 8000, 8500 + i * 8000, `part ${i}`),
      ),
      ['s1 1000-24500 part 0 part 1 part 2', 's1 25000-40500 part 3 part 4'],
    ],
  ])('%s', (_title, utterances, expected) => {
    expect(lines(utterances)).toEqual(expected);
  });

  it('takes no pads off where a forced cut left none', () => {
    const cut = 16 * 9000;
    const [left, right] = [
      said('s1', 1000, 9000, 'We have to', { toSample: cut, isForced: true }),
      said('s1', 9000, 11000, 'go.', { fromSample: cut }),
    ];
    const other = said('s2', 8500, 8600, 'Oh.');
    expect(lines([left, other, right])).toEqual([
      's1 1000-9000 We have to',
      's2 8500-8600 Oh.',
      's1 9000-11000 go.',
    ]);
  });

  // Promise: 23
  it('counts from the beginning of the meeting, whenever the track began, and never below zero', () => {
    const early = said('s1', 300, 800, 'Hello.', {
      trackStartedAt: new Date(startedAt.getTime() - 2_000),
    });
    const late = said('s2', 1000, 2000, 'Hello.', {
      trackStartedAt: new Date(startedAt.getTime() + 60_000),
    });
    expect(lines([late, early])).toEqual(['s1 0-0 Hello.', 's2 61000-62000 Hello.']);
  });

  // Promise: 23
  it('names those who spoke in order of appearance, and numbers the segments', () => {
    const { speakers, segments } = stitch(
      [said('s2', 5000, 6000, 'Bye.'), said('s1', 1000, 2000, 'Hi.')],
      people,
      startedAt,
    );
    expect(speakers).toEqual([
      { speakerRef: 's1', displayName: 'Ana' },
      { speakerRef: 's2', displayName: 'Ben' },
    ]);
    expect(segments.map((segment) => segment.segmentRef)).toEqual(['sg_1', 'sg_2']);
  });

  // Promise: 44
  it('has at most 50,000 segments of 10,000 characters, and counts what is left out', () => {
    const long = 'word '.repeat(1_500).trim();
    expect(
      stitch([said('s1', 1000, 2000, long), said('s1', 2500, 3000, long)], people, startedAt)
        .segments,
    ).toHaveLength(2);
    const many = Array.from({ length: 50_001 }, (_, i) =>
      said('s1', 1000 + i * 5000, 2000 + i * 5000, 'Yes.'),
    );
    const { segments, leftOut } = stitch(many, people, startedAt);
    expect(segments).toHaveLength(50_000);
    expect(leftOut).toBe(1);
  });

  it('changes no word', () => {
    const utterances = Array.from({ length: 200 }, (_, i) =>
      said(`s${(i % 2) + 1}`, i * 700, i * 700 + 600, `w${i}${i % 7 === 0 ? '.' : ''}`),
    );
    const words = stitch(utterances, people, startedAt).segments.flatMap((segment) =>
      segment.text.split(' '),
    );
    expect(words.toSorted()).toEqual(utterances.map((one) => one.text).toSorted());
  });
});
