import { QUIET_PEAK, SAMPLES_PER_MS } from '../../core/sound.ts';

/** The length of the end of a file that is searched for. */
export const MATCH_SAMPLES = 100 * SAMPLES_PER_MS;
/** The most by which two listeners, and the clocks of two machines, differ. */
export const MAX_SHIFT = 500 * SAMPLES_PER_MS;
/** The same packets decoded twice give nearly the same samples. */
const MIN_LIKENESS = 0.9;
/** A fraction of the 16 kHz samples is enough to tell sounds apart. */
const STEP = 4;

/**
 * Where `end`, the last sound that a scribe wrote, ends in what another one received at the same time: their clocks may
 * differ. Null when it is quiet or not found. Pure.
 */
export function endOfMatch(end: Int16Array, heard: Int16Array): number | null {
  const energy = energyOf(end, 0, end.length);
  if (end.length < MATCH_SAMPLES || energy < (end.length / STEP) * QUIET_PEAK ** 2) return null;
  let best = { likeness: MIN_LIKENESS, at: -1 };
  for (let at = 0; at + end.length <= heard.length; at += 1) {
    let product = 0;
    for (let i = 0; i < end.length; i += STEP) product += (end[i] ?? 0) * (heard[at + i] ?? 0);
    // Rejects most positions before their energy is summed.
    if (product <= 0) continue;
    const likeness = product / Math.sqrt(energy * energyOf(heard, at, end.length));
    if (likeness > best.likeness) best = { likeness, at };
  }
  return best.at < 0 ? null : best.at + end.length;
}

function energyOf(sound: Int16Array, from: number, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i += STEP) sum += (sound[from + i] ?? 0) ** 2;
  return sum;
}
