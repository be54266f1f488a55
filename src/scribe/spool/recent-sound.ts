import type { AudioSink } from '../../core/ports.ts';
import { INAUDIBLE_PEAK, isWithin, SAMPLES_PER_MS } from '../../core/sound.ts';

/** Longer than an open utterance plus the time until its scribe is known to be dead. */
const MAX_SAMPLES = 30_000 * SAMPLES_PER_MS;
/** How much is dropped at once. */
const PIECE_SAMPLES = 1_000 * SAMPLES_PER_MS;

/** What was sent in the last so many samples did not arrive. It has no length of its own. */
type Lost = { lostSamples: number };
/** Samples, a number of silent samples, or a loss in what is before it. */
export type Sound = Int16Array | number | Lost;

/** The last 30 s of a track in memory, 1 MB at most; silence takes none. */
export class RecentSound implements Omit<AudioSink, 'end'> {
  #startedAtMs: number;
  #sounds: Sound[] = [];
  #sampleCount = 0;

  /** `startedAtMs`: the time of its first sample, in ms since 1970. */
  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs;
  }

  /** The time of the first sample that it still has. */
  get startedAtMs(): number {
    return this.#startedAtMs;
  }

  get endMs(): number {
    return this.#startedAtMs + this.#sampleCount / SAMPLES_PER_MS;
  }

  /** In order, without a gap. */
  get sounds(): readonly Sound[] {
    return this.#sounds;
  }

  write(samples: Int16Array): void {
    if (isWithin(samples, INAUDIBLE_PEAK)) return this.writeSilence(samples.length);
    this.#add(samples.slice());
  }

  writeSilence(samples: number): void {
    const last = this.#sounds.at(-1);
    if (typeof last !== 'number') return this.#add(samples);
    this.#sounds.pop();
    this.#sampleCount -= last;
    this.#add(last + samples);
  }

  noteLost(lostSamples: number): void {
    this.#add({ lostSamples });
  }

  /** Samples [from, to) of what it has, with zeros for what it lacks. */
  between(from: number, to: number): Int16Array {
    const found = new Int16Array(to - from);
    let at = -from;
    for (const sound of this.#sounds) {
      const end = at + lengthOf(sound);
      if (sound instanceof Int16Array && end > 0 && at < found.length)
        found.set(sound.subarray(Math.max(0, -at), found.length - at), Math.max(0, at));
      at = end;
    }
    return found;
  }

  #add(sound: Sound): void {
    this.#sounds.push(sound);
    this.#sampleCount += lengthOf(sound);
    const tooMany = this.#sampleCount - MAX_SAMPLES;
    if (tooMany < PIECE_SAMPLES) return;
    this.#sounds = withoutFirst(this.#sounds, tooMany);
    this.#sampleCount -= tooMany;
    this.#startedAtMs += tooMany / SAMPLES_PER_MS;
  }
}

/** `sounds` without the first `samples`. */
export function withoutFirst(sounds: readonly Sound[], samples: number): Sound[] {
  let left = samples;
  let at = 0;
  for (let sound = sounds[at]; sound !== undefined && lengthOf(sound) <= left; sound = sounds[at]) {
    left -= lengthOf(sound);
    at += 1;
  }
  const first = sounds[at];
  if (first === undefined) return [];
  const rest = first instanceof Int16Array ? first.subarray(left) : lengthOf(first) - left;
  return [rest, ...sounds.slice(at + 1)];
}

export function lengthOf(sound: Sound): number {
  if (typeof sound === 'number') return sound;
  return sound instanceof Int16Array ? sound.length : 0;
}

/** Sends what was kept to another receiver. */
export function replay(sounds: readonly Sound[], sink: Omit<AudioSink, 'end'>): void {
  for (const sound of sounds)
    if (typeof sound === 'number') sink.writeSilence(sound);
    else if (sound instanceof Int16Array) sink.write(sound);
    else sink.noteLost?.(sound.lostSamples);
}
