import { QUIET_PEAK, SAMPLES_PER_MS } from '../../core/sound.ts';
import type { RecentSound } from './recent-sound.ts';

/** The length of a piece of sound that is searched for. */
export const MATCH_SAMPLES = 100 * SAMPLES_PER_MS;
/** Several pieces are tried: the other listener may have missed a packet. */
const MAX_PIECES = 3;
/** The end of a file that `alignEnd` needs. */
export const ALIGN_SAMPLES = MAX_PIECES * MATCH_SAMPLES;
/** The most by which the clocks of two machines differ: each may be 1 s from the database's. */
export const MAX_SHIFT = 2_000 * SAMPLES_PER_MS;
/** The same packets decoded twice give nearly the same samples. */
const MIN_LIKENESS = 0.9;
/** A fraction of the 16 kHz samples is enough to tell sounds apart. */
const STEP = 4;
/** A search through thinned sound finds where an exact one is worth its time. */
const COARSE = { step: 8, minLikeness: 0.3, candidates: 50 };

/**
 * Where the file that ends with `last` ends in what another listener received; about at `byClock`, unless the clocks
 * differ. Null when `last` is quiet. `unknown`: its end is loud and not found. Pure.
 */
export function alignEnd(
  last: Int16Array,
  recent: Pick<RecentSound, 'between'>,
  byClock: number,
): number | 'unknown' | null {
  let isEndLoud = false;
  for (let behind = 0; behind + MATCH_SAMPLES <= last.length; behind += MATCH_SAMPLES) {
    const end = last.length - behind;
    const piece = last.subarray(end - MATCH_SAMPLES, end);
    if (!isLoud(piece)) continue;
    if (behind === 0) isEndLoud = true;
    const from = byClock - behind - MATCH_SAMPLES - MAX_SHIFT;
    const found = endOfMatch(piece, recent.between(from, byClock - behind + MAX_SHIFT));
    if (found !== null) return from + found + behind;
  }
  return isEndLoud ? 'unknown' : null;
}

/** Where `end`, which one scribe wrote, ends in what another one received. Null when it is quiet or not found. Pure. */
export function endOfMatch(end: Int16Array, heard: Int16Array): number | null {
  if (end.length < MATCH_SAMPLES || !isLoud(end)) return null;
  const energy = energyOf(end, 0, end.length);
  let best = { likeness: MIN_LIKENESS, at: -1 };
  for (const near of candidates(thinned(end), thinned(heard)))
    for (let at = Math.max(0, near - COARSE.step); at <= near + COARSE.step; at += 1) {
      if (at + end.length > heard.length) break;
      let product = 0;
      for (let i = 0; i < end.length; i += STEP) product += (end[i] ?? 0) * (heard[at + i] ?? 0);
      const likeness = product / Math.sqrt(energy * energyOf(heard, at, end.length));
      if (likeness > best.likeness) best = { likeness, at };
    }
  return best.at < 0 ? null : best.at + end.length;
}

/** Positions in the full sound near which `end` may begin, the most likely first. */
function candidates(end: Float32Array, heard: Float32Array): number[] {
  const energyTo = new Float64Array(heard.length + 1);
  for (let i = 0; i < heard.length; i += 1)
    energyTo[i + 1] = (energyTo[i] ?? 0) + (heard[i] ?? 0) ** 2;
  const energy = end.reduce((sum, sample) => sum + sample ** 2, 0);
  const found: { at: number; likeness: number }[] = [];
  for (let at = 0; at + end.length <= heard.length; at += 1) {
    let product = 0;
    for (let i = 0; i < end.length; i += 1) product += (end[i] ?? 0) * (heard[at + i] ?? 0);
    const there = (energyTo[at + end.length] ?? 0) - (energyTo[at] ?? 0);
    const likeness = product / Math.sqrt(energy * there);
    if (likeness > COARSE.minLikeness) found.push({ at: at * COARSE.step, likeness });
  }
  return found
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, COARSE.candidates)
    .map(({ at }) => at);
}

/** The mean of every few samples. */
function thinned(sound: Int16Array): Float32Array {
  const means = new Float32Array(Math.floor(sound.length / COARSE.step));
  for (let i = 0; i < means.length * COARSE.step; i += 1) {
    const at = Math.floor(i / COARSE.step);
    means[at] = (means[at] ?? 0) + (sound[i] ?? 0) / COARSE.step;
  }
  return means;
}

function isLoud(sound: Int16Array): boolean {
  return energyOf(sound, 0, sound.length) >= (sound.length / STEP) * QUIET_PEAK ** 2;
}

function energyOf(sound: Int16Array, from: number, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i += STEP) sum += (sound[from + i] ?? 0) ** 2;
  return sum;
}
