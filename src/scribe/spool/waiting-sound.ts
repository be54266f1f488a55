import { BYTES_PER_SAMPLE, SAMPLES_PER_MS } from '../../core/sound.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';

/** A shorter silence is written as zeros along with the sound around it. */
const HOLE_SAMPLES = 300 * SAMPLES_PER_MS;

/** `bytes` null: silence. */
export type WaitingPiece = { fromSample: number; samples: number; bytes: Buffer | null };

/** Audio that is not on the disk yet, in order. Silence takes no memory. */
export class WaitingSound {
  #entries: WaitingPiece[] = [];
  /** The first entries, which are being written. */
  #taken = 0;
  #sampleCount = 0;

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Of sound; silence does not count. */
  get samples(): number {
    return this.#sampleCount;
  }

  /** Copies the samples. */
  add(fromSample: number, samples: Int16Array): void {
    const bytes = Buffer.from(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    this.#entries.push({ fromSample, samples: samples.length, bytes });
    this.#sampleCount += samples.length;
  }

  addSilence(fromSample: number, samples: number): void {
    const last = this.#entries.length > this.#taken ? this.#entries.at(-1) : undefined;
    if (last?.bytes === null) last.samples += samples;
    else this.#entries.push({ fromSample, samples, bytes: null });
  }

  /**
   * The next piece to write. It stays until it is `written` or put back. `bytes` null: only
   * silence.
   */
  take(): WaitingPiece | null {
    const [first] = this.#entries;
    if (!first) return null;
    const end = isHole(first) ? 1 : this.#entries.findIndex(isHole);
    const piece = this.#entries.slice(0, end < 0 ? undefined : end);
    this.#taken = piece.length;
    const samples = piece.reduce((sum, entry) => sum + entry.samples, 0);
    const bytes = piece.some((entry) => entry.bytes) ? Buffer.concat(piece.map(bytesOf)) : null;
    return { fromSample: first.fromSample, samples, bytes };
  }

  written(): void {
    for (const { bytes, samples } of this.#entries.splice(0, this.#taken))
      this.#sampleCount -= bytes ? samples : 0;
    this.#taken = 0;
  }

  putBack(): void {
    this.#taken = 0;
  }

  /** Turns the oldest `samples` into silence, adjacent ones into one range. */
  giveUp(samples: number): Range[] {
    const lost: Range[] = [];
    let left = samples;
    for (const entry of this.#entries.slice(this.#taken)) {
      if (left <= 0) break;
      if (entry.bytes === null) continue;
      entry.bytes = null;
      left -= entry.samples;
      this.#sampleCount -= entry.samples;
      const range = { fromSample: entry.fromSample, toSample: entry.fromSample + entry.samples };
      const last = lost.at(-1);
      if (last?.toSample === range.fromSample) last.toSample = range.toSample;
      else lost.push(range);
    }
    this.#joinSilences();
    return lost;
  }

  /** What is given up takes no memory, and on the disk no space, however much it becomes. */
  #joinSilences(): void {
    const joined = this.#entries.slice(0, this.#taken);
    for (const entry of this.#entries.slice(this.#taken)) {
      const last = joined.length > this.#taken ? joined.at(-1) : undefined;
      if (last?.bytes === null && entry.bytes === null) last.samples += entry.samples;
      else joined.push(entry);
    }
    this.#entries = joined;
  }
}

/** Silence long enough for a system call of its own. */
function isHole({ bytes, samples }: WaitingPiece): boolean {
  return bytes === null && samples >= HOLE_SAMPLES;
}

function bytesOf({ bytes, samples }: WaitingPiece): Buffer {
  return bytes ?? Buffer.alloc(samples * BYTES_PER_SAMPLE);
}
