import { describe, expect, it } from 'vitest';
import { decideTurn, type Waiting } from './pick-job.ts';

const nothing: Waiting = {
  scans: 0,
  ranges: 0,
  hasScanned: false,
  glimpses: [],
  glimpsesFromMs: 0,
  rangeWaitMs: 0,
  endsAtMs: [],
};
const short = { trackRef: 'short', isFirst: false, sinceMs: 900, takesMs: 20 };
const long = { trackRef: 'long', isFirst: false, sinceMs: 800, takesMs: 200 };
const first = { trackRef: 'first', isFirst: true, sinceMs: 950, takesMs: 100 };
const earlierFirst = { ...first, trackRef: 'earlier', sinceMs: 940 };
const longFirst = { ...first, trackRef: 'long first', takesMs: 101 };
const NOW = 1_000;

describe('whose turn it is', () => {
  it.each<[string, Partial<Waiting>, ReturnType<typeof decideTurn>]>([
    ['nobody waits', {}, { kind: 'none', lookAgainAtMs: null }],
    ['a scan goes before everything', { scans: 1, ranges: 3, glimpses: [short] }, { kind: 'scan' }],
    [
      'but not twice while a range waits',
      { scans: 1, ranges: 3, hasScanned: true },
      { kind: 'range' },
    ],
    [
      'and again when none waits',
      { scans: 1, hasScanned: true, glimpses: [short] },
      { kind: 'scan' },
    ],
    ['a range goes before guesses', { ranges: 1, glimpses: [short] }, { kind: 'range' }],
    [
      'a guess is made when nothing else is to do',
      { glimpses: [long] },
      { kind: 'glimpse', trackRef: 'long' },
    ],
    [
      'guesses have had their share',
      { glimpses: [short], glimpsesFromMs: 1_040 },
      { kind: 'none', lookAgainAtMs: 1_040 },
    ],
    [
      'a guess that is over before somebody ends',
      { glimpses: [long], endsAtMs: [1_200] },
      { kind: 'glimpse', trackRef: 'long' },
    ],
    [
      'a guess that would stand in the way waits',
      { glimpses: [long], endsAtMs: [1_199] },
      { kind: 'none', lookAgainAtMs: 1_350 },
    ],
    [
      'of several the one that has waited longest',
      { glimpses: [short, long] },
      { kind: 'glimpse', trackRef: 'long' },
    ],
    [
      'but a short guess fits where a longer one would stand in the way',
      { glimpses: [long, short], endsAtMs: [1_100] },
      { kind: 'glimpse', trackRef: 'short' },
    ],
    [
      'of whom nothing is shown goes before others',
      { glimpses: [long, first] },
      { kind: 'glimpse', trackRef: 'first' },
    ],
    [
      'of those, who has waited longest',
      { glimpses: [first, earlierFirst] },
      { kind: 'glimpse', trackRef: 'earlier' },
    ],
    [
      'a brief first guess waits for nobody to end',
      { glimpses: [first], endsAtMs: [1_010] },
      { kind: 'glimpse', trackRef: 'first' },
    ],
    [
      'nor for the share of guesses',
      { glimpses: [short, first], glimpsesFromMs: 1_040 },
      { kind: 'glimpse', trackRef: 'first' },
    ],
    [
      'a longer one does',
      { glimpses: [longFirst], endsAtMs: [1_010] },
      { kind: 'none', lookAgainAtMs: 1_161 },
    ],
    [
      'and a brief one too where ranges are late already',
      { glimpses: [first], endsAtMs: [1_010], rangeWaitMs: 101 },
      { kind: 'none', lookAgainAtMs: 1_161 },
    ],
    [
      'even the first guess waits for last words',
      { ranges: 1, glimpses: [first] },
      { kind: 'range' },
    ],
    [
      'the next end counts, of several',
      { glimpses: [short], endsAtMs: [5_000, 1_010] },
      { kind: 'none', lookAgainAtMs: 1_161 },
    ],
    [
      'an end that is being looked for',
      { glimpses: [short], endsAtMs: [900] },
      { kind: 'none', lookAgainAtMs: 1_051 },
    ],
    [
      'an end that never came is forgotten',
      { glimpses: [short], endsAtMs: [849] },
      { kind: 'glimpse', trackRef: 'short' },
    ],
  ])('%s', (_, waiting, turn) => {
    expect(decideTurn({ ...nothing, ...waiting }, NOW)).toEqual(turn);
  });
});
