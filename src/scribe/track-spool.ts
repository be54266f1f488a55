// What was heard on one track, on disk: 16 kHz mono s16le, where sample n was heard at `startedAt + n/16 ms`.
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { INAUDIBLE_PEAK } from '../core/ports.ts';

export const SAMPLES_PER_MS = 16;
const BYTES_PER_SAMPLE = 2;
/** Audio that cannot be written yet: 60 s, 1.9 MB a track. What is older is lost, and reported so. */
const MAX_WAITING_SAMPLES = 60_000 * SAMPLES_PER_MS;
/** So much goes when that is full: one report for 5 s, not one for each frame. */
const LOST_AT_ONCE_SAMPLES = 5_000 * SAMPLES_PER_MS;
/** A gap that counts as nothing missed: sound on its way. */
const SLACK_SAMPLES = 100 * SAMPLES_PER_MS;
/** Longer than the silence that ends an utterance. */
const PAUSE_SAMPLES = 900 * SAMPLES_PER_MS;
/** Peak of what is called quiet, -50 dBFS: speech this faint is heard too, a little later. */
const QUIET_PEAK = 100;
const QUIET_TICKS_OF_PAUSE = 3;
/** So long after a sound its silence is written at once, since it ends an utterance; later in such pieces. */
const SILENCE_SAMPLES = { prompt: 1_500 * SAMPLES_PER_MS, piece: 1_000 * SAMPLES_PER_MS };

/** A shorter silence is written as zeros together with the sound around it. */
const HOLE_SAMPLES = 300 * SAMPLES_PER_MS;

export type SampleRange = { fromSample: number; toSample: number };
type Waiting = { fromSample: number; samples: number; /** null: zeros */ bytes: Buffer | null };

export type SpoolOptions = {
  path: string;
  startedAt: Date;
  /** Audio that will never be in the spool. */
  onLost(range: SampleRange): void;
  /** Null when writing works again. */
  onTrouble(error: Error | null): void;
};

export class TrackSpool {
  readonly path: string;
  readonly #options: SpoolOptions;
  readonly #file: FileHandle;
  #waiting: Waiting[] = [];
  #waitingSamples = 0;
  #beingWritten = 0;
  #written: number;
  #next: number;
  #loudUntil: number;
  #audibleUntil: number;
  #isLive = false;
  /** Where the audio ended, while the track is away. */
  #pausedAt: number | undefined;
  #quietTicks = 0;
  #flushing: Promise<boolean> | undefined;
  #inTrouble = false;
  /** Sound was written since the last sync; silence comes back by itself. */
  #isUnsynced = false;

  private constructor(options: SpoolOptions, file: FileHandle, samples: number) {
    this.path = options.path;
    this.#options = options;
    this.#file = file;
    this.#written = samples;
    this.#next = samples;
    // What an earlier scribe heard may be anything.
    this.#loudUntil = samples;
    this.#audibleUntil = samples;
  }

  /** Opens or makes the file. Half a sample at its end, left by a kill, is cut off. */
  static async open(options: SpoolOptions): Promise<TrackSpool> {
    await mkdir(dirname(options.path), { recursive: true, mode: 0o700 });
    const file = await open(options.path, 'a+', 0o600).then(async (made) => {
      await made.close();
      return open(options.path, 'r+');
    });
    const { size } = await file.stat();
    if (size % BYTES_PER_SAMPLE !== 0) await file.truncate(size - (size % BYTES_PER_SAMPLE));
    return new TrackSpool(options, file, Math.floor(size / BYTES_PER_SAMPLE));
  }

  /** When sample 0 was heard, in ms since 1970. */
  get startedAtMs(): number {
    return this.#options.startedAt.getTime();
  }

  /** Samples that a reader finds in the file. */
  get written(): number {
    return this.#written;
  }

  /** Whether its last second holds some sound: who is away or muted leaves zeros. */
  async endsInSound(): Promise<boolean> {
    const samples = Math.min(this.#written, PAUSE_SAMPLES);
    const tail = Buffer.alloc(samples * BYTES_PER_SAMPLE);
    await this.#file.read(tail, 0, tail.length, (this.#written - samples) * BYTES_PER_SAMPLE);
    return tail.some((byte) => byte !== 0);
  }

  /** The end of the last sound that was not quiet. */
  get loudUntil(): number {
    return this.#loudUntil;
  }

  /** The end of the last sound that was kept: what follows is zeros. */
  get audibleUntil(): number {
    return this.#audibleUntil;
  }

  /** Audio begins or goes on, with a first frame that began at `atMs`. What was missed meanwhile is zeros. */
  goLive(atMs: number, missedIsLost: boolean): void {
    const fromSample = this.#pausedAt ?? this.#next;
    const toSample = Math.round((atMs - this.#options.startedAt.getTime()) * SAMPLES_PER_MS);
    this.#appendZeros(toSample - this.#next);
    if (missedIsLost && toSample - fromSample > SLACK_SAMPLES) this.#options.onLost({ fromSample, toSample });
    this.#isLive = true;
    this.#pausedAt = undefined;
  }

  /** Takes in samples; they are copied. Never blocks. The hiss of a microphone that hears nothing is not kept. */
  hear(samples: Int16Array): void {
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    if (peak <= INAUDIBLE_PEAK) return this.#appendZeros(samples.length);
    const bytes = Buffer.from(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    this.#waiting.push({ fromSample: this.#next, samples: samples.length, bytes });
    this.#next += samples.length;
    this.#audibleUntil = this.#next;
    this.#waitingSamples += samples.length;
    if (peak > QUIET_PEAK) this.#loudUntil = this.#next;
    if (this.#waitingSamples > MAX_WAITING_SAMPLES) this.#giveUp(LOST_AT_ONCE_SAMPLES);
  }

  /** So many samples in which nothing was sent. */
  rest(samples: number): void {
    this.#appendZeros(samples);
  }

  /** The track is over or away. A silence follows soon, so that the last utterance ends. */
  pause(): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#pausedAt = this.#next;
    this.#quietTicks = 0;
  }

  /**
   * Called ten times a second: ends a track that is away in silence. Later than at once: a scribe that stops leaves its spool
   * as it is, and the next one knows what was missed.
   */
  tick(): void {
    if (this.#isLive || this.#next !== this.#pausedAt) return;
    this.#quietTicks += 1;
    if (this.#quietTicks >= QUIET_TICKS_OF_PAUSE) this.#appendZeros(PAUSE_SAMPLES);
  }

  /** Whether a reader should find what waits now. */
  get isDue(): boolean {
    if (this.#waitingSamples > 0 || this.#next - this.#audibleUntil < SILENCE_SAMPLES.prompt) return true;
    return this.#next - this.#written >= SILENCE_SAMPLES.piece;
  }

  /** Writes what waits; false when the disk refuses, and then it goes on waiting. */
  flush(): Promise<boolean> {
    if (this.#waiting.length === 0 && !this.#inTrouble) return Promise.resolve(true);
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Makes what is written survive a loss of power. */
  async sync(): Promise<void> {
    if (!this.#isUnsynced) return;
    this.#isUnsynced = false;
    await this.#file.datasync().catch(() => {});
  }

  /** Gives up what could not be written, and closes the file. */
  async close(): Promise<void> {
    if (!(await this.flush())) this.giveUpWaiting();
    await this.flush();
    await this.#file.close();
  }

  /** What the disk does not take becomes zeros, and is reported as lost. */
  giveUpWaiting(): void {
    this.#giveUp(Number.POSITIVE_INFINITY);
  }

  async #write(): Promise<boolean> {
    try {
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        const end = isHole(first) ? 1 : this.#waiting.findIndex(isHole);
        const batch = this.#waiting.slice(0, end < 0 ? undefined : end);
        this.#beingWritten = batch.length;
        const samples = batch.reduce((sum, entry) => sum + entry.samples, 0);
        // Extending the file reads as zeros and takes no room on the disk.
        if (batch.every(({ bytes }) => bytes === null)) await this.#file.truncate((first.fromSample + samples) * BYTES_PER_SAMPLE);
        else await this.#writeAll(Buffer.concat(batch.map(bytesOf)), first.fromSample * BYTES_PER_SAMPLE);
        this.#waiting.splice(0, batch.length);
        this.#waitingSamples -= batch.reduce((sum, entry) => sum + (entry.bytes === null ? 0 : entry.samples), 0);
        this.#written = first.fromSample + samples;
      }
      if (this.#inTrouble) this.#options.onTrouble(null);
      this.#inTrouble = false;
      return true;
    } catch (error) {
      if (!this.#inTrouble) this.#options.onTrouble(error instanceof Error ? error : new Error('write failed'));
      this.#inTrouble = true;
      return false;
    } finally {
      this.#beingWritten = 0;
    }
  }

  async #writeAll(bytes: Buffer, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
      this.#isUnsynced = true;
    }
  }

  #appendZeros(samples: number): void {
    if (samples <= 0) return;
    const last = this.#waiting.length > this.#beingWritten ? this.#waiting.at(-1) : undefined;
    if (last?.bytes === null) last.samples += samples;
    else this.#waiting.push({ fromSample: this.#next, samples, bytes: null });
    this.#next += samples;
  }

  /** Gives up the oldest `samples` that wait; neighbours are reported as one range. */
  #giveUp(samples: number): void {
    const lost: SampleRange[] = [];
    let left = samples;
    for (const entry of this.#waiting.slice(this.#beingWritten)) {
      if (left <= 0) break;
      if (entry.bytes === null) continue;
      entry.bytes = null;
      left -= entry.samples;
      this.#waitingSamples -= entry.samples;
      const range = { fromSample: entry.fromSample, toSample: entry.fromSample + entry.samples };
      const last = lost.at(-1);
      if (last?.toSample === range.fromSample) last.toSample = range.toSample;
      else lost.push(range);
    }
    for (const range of lost) this.#options.onLost(range);
  }
}

/** Silence that is worth a call to the system of its own. */
function isHole({ bytes, samples }: Waiting): boolean {
  return bytes === null && samples >= HOLE_SAMPLES;
}

function bytesOf({ bytes, samples }: Waiting): Buffer {
  return bytes ?? Buffer.alloc(samples * BYTES_PER_SAMPLE);
}
