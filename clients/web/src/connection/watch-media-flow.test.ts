import { describe, expect, test } from 'vitest';
import { createStallDetector } from './watch-media-flow.ts';

type Look = readonly [received: number, atMs: number];

function said(looks: readonly Look[]): string[] {
  const detect = createStallDetector();
  return looks.flatMap(([received, atMs]) => detect(received, atMs) ?? []);
}

describe('a connection', () => {
  test.each<[string, Look[], string[]]>([
    [
      'that is checked every 2.5 seconds flows',
      [
        [1, 0],
        [2, 2500],
        [2, 4900],
        [3, 5000],
      ],
      [],
    ],
    [
      'over which nothing comes for 3.5 seconds is stalled',
      [
        [1, 0],
        [1, 2000],
        [1, 3500],
      ],
      ['stalled'],
    ],
    [
      'is said to be stalled once',
      [
        [1, 0],
        [1, 2000],
        [1, 4000],
        [1, 6000],
      ],
      ['stalled'],
    ],
    [
      'flows again with the first thing that comes',
      [
        [1, 0],
        [1, 2000],
        [1, 4000],
        [2, 5000],
      ],
      ['stalled', 'flows'],
    ],
    [
      'made anew, whose counters begin again, flows',
      [
        [9, 0],
        [9, 2000],
        [9, 4000],
        [1, 5000],
      ],
      ['stalled', 'flows'],
    ],
    [
      'is not judged by the time in which the page slept',
      [
        [1, 0],
        [1, 60_000],
        [1, 61_000],
        [2, 62_000],
      ],
      [],
    ],
    [
      'that was stalled before the page slept stays so until something comes',
      [
        [1, 0],
        [1, 2000],
        [1, 4000],
        [1, 60_000],
      ],
      ['stalled'],
    ],
  ])('%s', (_, looks, expected) => {
    expect(said(looks)).toEqual(expected);
  });
});
