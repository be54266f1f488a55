import { describe, expect, it } from 'vitest';
import { pickJob, type Waiting } from './pick-job.ts';

const nothing: Waiting = {
  scans: 0,
  ranges: 0,
  hasScanned: false,
  interims: [],
  interimsFromMs: 0,
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
  it.each<[string, Partial<Waiting>, ReturnType<typeof pickJob>]>([
    ['nobody waits', {}, { kind: 'none', retryAtMs: null }],
    ['a scan goes before everything', { scans: 1, ranges: 3, interims: [short] }, { kind: 'scan' }],
    [
      'but not twice while a range waits',
      { scans: 1, ranges: 3, hasScanned: true },
      { kind: 'range' },
    ],
    [
      'and again when none waits',
      { scans: 1, hasScanned: true, interims: [short] },
      { kind: 'scan' },
    ],
    ['a range goes before guesses', { ranges: 1, interims: [short] }, { kind: 'range' }],
    [
      'a guess is made when nothing else is to do',
      { interims: [long] },
      { kind: 'interim', trackRef: 'long' },
    ],
    [
      'guesses have had their share',
      { interims: [short], interimsFromMs: 1_040 },
      { kind: 'none', retryAtMs: 1_040 },
    ],
    [
      'a guess that is over before somebody ends',
      { interims: [long], endsAtMs: [1_200] },
      { kind: 'interim', trackRef: 'long' },
    ],
    [
      'a guess that would stand in the way waits',
      { interims: [long], endsAtMs: [1_199] },
      { kind: 'none', retryAtMs: 1_350 },
    ],
    [
      'of several the one that has waited longest',
      { interims: [short, long] },
      { kind: 'interim', trackRef: 'long' },
    ],
    [
      'but a short guess fits where a longer one would stand in the way',
      { interims: [long, short], endsAtMs: [1_100] },
      { kind: 'interim', trackRef: 'short' },
    ],
    [
      'of whom nothing is shown goes before others',
      { interims: [long, first] },
      { kind: 'interim', trackRef: 'first' },
    ],
    [
      'of those, who has waited longest',
      { interims: [first, earlierFirst] },
      { kind: 'interim', trackRef: 'earlier' },
    ],
    [
      'a brief first guess waits for nobody to end',
      { interims: [first], endsAtMs: [1_010] },
      { kind: 'interim', trackRef: 'first' },
    ],
    [
      'nor for the share of guesses',
      { interims: [short, first], interimsFromMs: 1_040 },
      { kind: 'interim', trackRef: 'first' },
    ],
    [
      'a longer one does',
      { interims: [longFirst], endsAtMs: [1_010] },
      { kind: 'none', retryAtMs: 1_161 },
    ],
    [
      'and a brief one too where ranges are late already',
      { interims: [first], endsAtMs: [1_010], rangeWaitMs: 101 },
      { kind: 'none', retryAtMs: 1_161 },
    ],
    [
      'even the first guess waits for last words',
      { ranges: 1, interims: [first] },
      { kind: 'range' },
    ],
    [
      'the next end counts, of several',
      { interims: [short], endsAtMs: [5_000, 1_010] },
      { kind: 'none', retryAtMs: 1_161 },
    ],
    [
      'an end that is being looked for',
      { interims: [short], endsAtMs: [900] },
      { kind: 'none', retryAtMs: 1_051 },
    ],
    [
      'an end that never came is forgotten',
      { interims: [short], endsAtMs: [849] },
      { kind: 'interim', trackRef: 'short' },
    ],
  ])('%s', (_, waiting, turn) => {
    expect(pickJob({ ...nothing, ...waiting }, NOW)).toEqual(turn);
  });
});
