import { describe, expect, test } from 'vitest';
import { createSilenceDetector, createSpeechDetector } from './watch-microphone.ts';

/** When a detect speaks up, in seconds, over levels that are read every `stepMs`. */
function spokeUp(
  detect: (level: number, nowMs: number) => boolean,
  levels: readonly number[],
  stepMs: number,
): number[] {
  return levels.flatMap((level, at) => (detect(level, at * stepMs) ? [(at * stepMs) / 1000] : []));
}
const many = (level: number, count: number) => Array.from({ length: count }, () => level);

describe('createSilenceDetector', () => {
  test.each<[string, number[], number[]]>([
    ['pure zeros are said once, after ten seconds', many(0, 60), [10]],
    ['the faintest sound is a living microphone', [...many(0, 10), 0.00003, ...many(0, 60)], []],
    ['nine seconds are too few', many(0, 19), []],
  ])('%s', (_, levels, said) =>
    expect(spokeUp(createSilenceDetector(), levels, 500)).toEqual(said),
  );

  test('starts over after the page slept', () => {
    const detect = createSilenceDetector();
    expect([detect(0, 0), detect(0, 60_000), detect(0, 62_000)]).toEqual([false, false, false]);
  });
});

describe('createSpeechDetector', () => {
  test.each<[string, number[], number[]]>([
    ['speech is said once it lasts', many(0.3, 20), [0.6]],
    ['a knock is no speech', [0.9, ...many(0, 20)], []],
    ['a noise below speech is none', many(0.02, 50), []],
    ['a short pause belongs to speech', [0.3, 0.3, 0, 0, 0, 0.3, 0.3], [0.6]],
    ['a long pause does not', [0.3, 0.3, 0, 0, 0, 0, 0, 0, 0.3, 0.3], []],
    ['it is said again after half a minute', many(0.3, 400), [0.6, 30.6]],
  ])('%s', (_, levels, said) => expect(spokeUp(createSpeechDetector(), levels, 100)).toEqual(said));
});
