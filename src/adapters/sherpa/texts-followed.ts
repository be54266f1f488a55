import type { Sound } from './decode-ranges.ts';

const MOST_OF_ONE = 4;
/** Of all that are decoded together: their work keeps others waiting for 0.3 s at most. */
const MOST_TOGETHER = 8;

/** How many texts are followed for each sound: several find better words, one is soon done. */
export function textsFollowed(sounds: readonly Pick<Sound, 'isHasty'>[]): number {
  if (sounds.some(({ isHasty }) => isHasty === true)) return 1;
  return Math.max(1, Math.min(MOST_OF_ONE, Math.floor(MOST_TOGETHER / sounds.length)));
}
