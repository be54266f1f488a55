import type { Sound } from './decode-ranges.ts';

/** Of all sounds together: 8 s of sound take 0.23 s so, and 0.16 s with one text (one core); meanwhile others wait. */
const MOST = 4;

/** How many texts are followed for each sound: several find better words, one is soon done. */
export function beamWidth(sounds: readonly Pick<Sound, 'isGreedy'>[]): number {
  if (sounds.some(({ isGreedy }) => isGreedy === true)) return 1;
  return Math.max(1, Math.floor(MOST / sounds.length));
}
