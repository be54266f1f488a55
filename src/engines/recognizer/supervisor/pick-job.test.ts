import { describe, expect, it } from 'vitest';
import { pickJob, type Waiting } from './pick-job.ts';

const nothing: Waiting = {
  rangeSinceMs: null,
  interims: [],
  interimsFromMs: 0,
  endsAtMs: [],
};
const short = { trackRef: 'short', isFirst: false, sinceMs: 900, takesMs: 20 };
const long = { trackRef: 'long', isFirst: false, sinceMs: 800, takesMs: 200 };
const first = { trackRef: 'first', isFirst: true, sinceMs: 950, takesMs: 200 };
const earlierFirst = { ...first, trackRef: 'earlier', sinceMs: 940 };
const longFirst = { ...first, trackRef: 'long first', takesMs: 201 };
const NOW = 1_000;

describe('the next job', () => {
  it.each<[string, Partial<Waiting>, ReturnType<typeof pickJob>]>([
    ['none while nothing waits', {}, { kind: 'none', retryAtMs: null }],
    [
      'a final result comes before interim results',
      { rangeSinceMs: NOW, interims: [short] },
      { kind: 'range' },
    ],
    [
      'an interim result when nothing else waits',
      { interims: [long] },
      { kind: 'interim', trackRef: 'long' },
    ],
    [
      'no interim result while they have had their share of the time',
      { interims: [short], interimsFromMs: 1_040 },
      { kind: 'none', retryAtMs: 1_040 },
    ],
    [
      'an interim result that is done before anyone is expected to end',
      { interims: [long], endsAtMs: [1_200] },
      { kind: 'interim', trackRef: 'long' },
    ],
    [
      'no interim result that would still run when someone is expected to end',
      { interims: [long], endsAtMs: [1_199] },
      { kind: 'none', retryAtMs: 1_350 },
    ],
    [
      'of several interim results, the one that has waited longest',
      { interims: [short, long] },
      { kind: 'interim', trackRef: 'long' },
    ],
    [
      'but a short one where a longer one would still run at that time',
      { interims: [long, short], endsAtMs: [1_100] },
      { kind: 'interim', trackRef: 'short' },
    ],
    [
      'a speaker of whom nothing is shown yet comes before others',
      { interims: [long, first] },
      { kind: 'interim', trackRef: 'first' },
    ],
    [
      'of several such speakers, the one who has waited longest',
      { interims: [first, earlierFirst] },
      { kind: 'interim', trackRef: 'earlier' },
    ],
    [
      'a quick first interim result, even when someone is about to end',
      { interims: [first], endsAtMs: [1_010] },
      { kind: 'interim', trackRef: 'first' },
    ],
    [
      'and even when interim results have had their share of the time',
      { interims: [short, first], interimsFromMs: 1_040 },
      { kind: 'interim', trackRef: 'first' },
    ],
    [
      'no slower first interim result when someone is about to end',
      { interims: [longFirst], endsAtMs: [1_010] },
      { kind: 'none', retryAtMs: 1_161 },
    ],
    [
      'a quick first interim result even before a final result, which takes longer',
      { rangeSinceMs: 900, interims: [first] },
      { kind: 'interim', trackRef: 'first' },
    ],
    [
      'but not before a final result that has waited for long',
      { rangeSinceMs: 899, interims: [first] },
      { kind: 'range' },
    ],
    ['nor a slower one', { rangeSinceMs: NOW, interims: [longFirst] }, { kind: 'range' }],
    [
      'of several expected ends the next one counts',
      { interims: [short], endsAtMs: [5_000, 1_010] },
      { kind: 'none', retryAtMs: 1_161 },
    ],
    [
      'an expected end that is slightly overdue still counts',
      { interims: [short], endsAtMs: [900] },
      { kind: 'none', retryAtMs: 1_051 },
    ],
    [
      'an expected end that is long overdue no longer counts',
      { interims: [short], endsAtMs: [849] },
      { kind: 'interim', trackRef: 'short' },
    ],
  ])('%s', (_, waiting, job) => {
    expect(pickJob({ ...nothing, ...waiting }, NOW)).toEqual(job);
  });
});
