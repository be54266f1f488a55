import { expect, test } from 'vitest';
import { endOfMatch, MATCH_SAMPLES } from './match-sound.ts';

/** Something like a voice: it never repeats. */
function voice(samples: number): Int16Array {
  let pitch = 0;
  return Int16Array.from({ length: samples }, (_, i) => {
    pitch += 0.05 + 0.02 * Math.sin(i / 2_500);
    return 3_000 * Math.sin(pitch) + 1_000 * Math.sin(3.1 * pitch);
  });
}

const heard = voice(8 * MATCH_SAMPLES);

test('the end of a file is found in the audio of another listener, to the sample', () => {
  for (const end of [2_000, 5_432, heard.length])
    expect(endOfMatch(heard.slice(end - MATCH_SAMPLES, end), heard)).toBe(end);
});

test('the end of a file is found even if it was decoded slightly differently', () => {
  const end = heard.slice(3_000, 3_000 + MATCH_SAMPLES).map((sample, i) => sample + (i % 7) * 50);
  expect(endOfMatch(end, heard)).toBe(3_000 + MATCH_SAMPLES);
});

test('silence, too little audio and another voice are not found', () => {
  expect(endOfMatch(new Int16Array(MATCH_SAMPLES), heard)).toBeNull();
  expect(endOfMatch(heard.slice(0, 100), heard)).toBeNull();
  let seed = 1;
  const noise = Int16Array.from({ length: MATCH_SAMPLES }, () => {
    seed = (seed * 48_271) % 0x7fffffff;
    return (seed % 6_000) - 3_000;
  });
  expect(endOfMatch(noise, heard)).toBeNull();
});
