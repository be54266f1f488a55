import { expect, test } from 'vitest';
import { TrackPace } from './track-pace.ts';

/** Which of one person's tracks may begin, each published so many seconds after the first. */
function begun(seconds: readonly number[]): number[] {
  const pace = new TrackPace();
  return seconds.filter((second) => pace.mayBegin('ana', `TR_${second}`, second * 1_000));
}

test('a person who publishes a track for each word, for an hour, is always received', () => {
  const tracks = Array.from({ length: 3_600 }, (_, second) => second);
  expect(begun(tracks)).toEqual(tracks);
});

test('of tracks published ten times a second, ten begin at once and then one a second', () => {
  const tracks = Array.from({ length: 6_000 }, (_, i) => i / 10);
  expect(begun(tracks)).toHaveLength(10 + 10 * 60 - 1);
});

test('a track that may not begin may a second later, and is received to its end', () => {
  const pace = new TrackPace();
  for (let i = 0; i < 10; i += 1) pace.mayBegin('ana', `TR_${i}`, 0);
  const times = [0, 900, 1_000, 1_001, 3_600_000];
  expect(times.map((atMs) => pace.mayBegin('ana', 'TR_last', atMs))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('tracks of one person do not count for another, nor twice when the scribe joins again', () => {
  const pace = new TrackPace();
  const ofAll = () =>
    Array.from({ length: 100 }, (_, i) => pace.mayBegin(`pt_${i}`, `TR_${i}`, 0)).every(Boolean);
  for (let joins = 0; joins < 20; joins += 1) expect(ofAll()).toBe(true);
});
