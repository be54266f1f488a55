// The sound of one track on disk: 16 kHz mono s16le. Sample n was received at `startedAt + n/16 ms`.
import { INAUDIBLE_PEAK, isWithin, QUIET_PEAK, SAMPLES_PER_MS } from '../../core/sound.ts';
import { ALIGN_SAMPLES, alignEnd, MAX_SHIFT } from './match-sound.ts';
import type { RecentSound } from './recent-sound.ts';
import { SpoolFile } from './spool-file.ts';
import { SpoolWriter, type WriterOptions } from './spool-writer.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';

/** A shorter gap does not count as a loss: the sound is in transit. */
export const SLACK_SAMPLES = 100 * SAMPLES_PER_MS;
/** Longer than the silence that ends an utterance. */
const PAUSE_SAMPLES = 900 * SAMPLES_PER_MS;
const QUIET_TICKS_OF_PAUSE = 3;
/**
 * For `prompt` after a sound, quiet audio is written at once, since it ends an utterance; later in
 * pieces of `piece`. After `prompt` of silence, writing can wait.
 */
const QUIET_SAMPLES = { prompt: 1_500 * SAMPLES_PER_MS, piece: 1_000 * SAMPLES_PER_MS };

export type SpoolOptions = WriterOptions & {
  path: string;
  startedAt: Date;
  /** Received by an earlier scribe and noted elsewhere. */
  silence?: Range | undefined;
  /** How far an earlier scribe has scanned, maybe on another machine: nothing before is lost. */
  scannedSamples?: number;
};

export class TrackSpool {
  readonly path: string;
  readonly #options: SpoolOptions;
  readonly #file: SpoolFile;
  readonly #writer: SpoolWriter;
  #loudUntil: number;
  #audibleUntil: number;
  #isLive = false;
  #liveFrom = 0;
  /** Where the audio ended, while the track is away. */
  #pausedAt: number | undefined;
  #quietTicks = 0;
  /** How far missed sound has already been reported as lost. */
  #lostUntil = 0;

  private constructor(options: SpoolOptions, file: SpoolFile) {
    this.path = options.path;
    this.#options = options;
    this.#file = file;
    this.#writer = new SpoolWriter(file, options);
    // An earlier scribe may have received anything.
    this.#loudUntil = file.samples;
    this.#audibleUntil = file.samples;
  }

  /** Opens or creates the file, and continues at its end or at the end of a silence that follows it. */
  static async open(options: SpoolOptions): Promise<TrackSpool> {
    const file = await SpoolFile.open(options.path);
    const { fromSample, toSample } = options.silence ?? { fromSample: 0, toSample: 0 };
    const isNext = fromSample <= file.samples && file.samples < toSample;
    if (isNext)
      await file.write({ fromSample: file.samples, samples: toSample - file.samples, bytes: null });
    return new TrackSpool(options, file);
  }

  /** The time of sample 0, in ms since 1970. */
  get startedAtMs(): number {
    return this.#options.startedAt.getTime();
  }

  /** The position of a time in ms since 1970. */
  sampleAt(ms: number): number {
    return Math.round((ms - this.startedAtMs) * SAMPLES_PER_MS);
  }

  /** The number of samples that a reader finds in the file. */
  get written(): number {
    return this.#file.samples;
  }

  /** Whether its last second contains sound: people who are away or muted leave zeros. */
  async endsInSound(): Promise<boolean> {
    return (await this.#file.end(PAUSE_SAMPLES)).some((sample) => sample !== 0);
  }

  /** The end of the last sound that was not quiet. */
  get loudUntil(): number {
    return this.#loudUntil;
  }

  /** The end of the last sound that was kept: what follows is zeros. */
  get audibleUntil(): number {
    return this.#audibleUntil;
  }

  /** Where its audio began or continued last. */
  get liveFrom(): number {
    return this.#liveFrom;
  }

  /** Audio begins or continues with a frame that began at `atMs`. What was missed becomes zeros. */
  goLive(atMs: number, missedIsLost: boolean): void {
    const { scannedSamples = 0 } = this.#options;
    const missedFrom = Math.max(this.#pausedAt ?? this.#writer.end, scannedSamples);
    const fromSample = Math.max(missedFrom, this.#lostUntil);
    const toSample = this.sampleAt(atMs);
    this.#writer.appendSilence(toSample - this.#writer.end);
    if (missedIsLost && toSample - fromSample > SLACK_SAMPLES)
      this.#options.onLost({ fromSample, toSample });
    this.#isLive = true;
    this.#liveFrom = toSample;
    this.#pausedAt = undefined;
  }

  /** How many of the samples that we received while another scribe wrote the file are already in it. */
  async overlapWith(recent: RecentSound): Promise<number> {
    const byClock = this.#writer.end - this.sampleAt(recent.startedAtMs);
    if (byClock <= 0) return 0;
    const end = alignEnd(await this.#file.end(ALIGN_SAMPLES), recent, byClock);
    const fromSample = this.#writer.end;
    // By the clock, so much of what follows may be left out.
    if (end === 'unknown') this.#options.onLost({ fromSample, toSample: fromSample + MAX_SHIFT });
    return typeof end === 'number' ? end : byClock;
  }

  /** Everything after the file, and after what was scanned elsewhere, is lost up to this sample. */
  loseUntil(toSample: number): void {
    const { scannedSamples = 0 } = this.#options;
    const fromSample = Math.max(this.#file.samples, scannedSamples, this.#lostUntil);
    if (toSample <= fromSample) return;
    this.#options.onLost({ fromSample, toSample });
    this.#lostUntil = toSample;
  }

  /** Copies the samples. Never blocks. The noise floor of an idle microphone is not kept. */
  write(samples: Int16Array): void {
    if (isWithin(samples, INAUDIBLE_PEAK)) return this.writeSilence(samples.length);
    this.#writer.append(samples);
    this.#audibleUntil = this.#writer.end;
    if (!isWithin(samples, QUIET_PEAK)) this.#loudUntil = this.#writer.end;
  }

  /** Appends a silence of so many samples, in which nothing was sent. */
  writeSilence(samples: number): void {
    this.#writer.appendSilence(samples);
  }

  /** Appends sound of so many samples that nobody has: zeros, reported as lost. */
  writeLost(samples: number): void {
    const fromSample = this.#writer.end;
    this.#options.onLost({ fromSample, toSample: fromSample + samples });
    this.writeSilence(samples);
  }

  /** What should be in the last so many samples did not arrive: they are zeros, reported as lost. */
  noteLost(samples: number): void {
    const toSample = this.#writer.end;
    this.#options.onLost({ fromSample: Math.max(0, toSample - samples), toSample });
  }

  /** The track is over or away. A silence follows soon, so that the last utterance ends. */
  pause(): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#pausedAt = this.#writer.end;
    this.#quietTicks = 0;
  }

  /**
   * Called a few times a second while it `isRestless`: ends a track that is away in silence. Not at
   * once: a stopping scribe leaves its spool as it is, so the next one knows what was missed.
   */
  tick(): void {
    if (!this.#isPausing) return;
    this.#quietTicks += 1;
    if (this.#quietTicks >= QUIET_TICKS_OF_PAUSE) this.writeSilence(PAUSE_SAMPLES);
  }

  /** Whether waiting audio must be written now. */
  get isDue(): boolean {
    if (this.#writer.end - this.#loudUntil < QUIET_SAMPLES.prompt) return true;
    const waiting = this.#writer.end - this.#file.samples;
    if (!this.#isLive) return waiting > 0;
    return (
      waiting >= QUIET_SAMPLES.piece &&
      this.#file.samples - this.#audibleUntil < QUIET_SAMPLES.prompt
    );
  }

  /** The silence at its end, unless all of it is in the file. */
  get silence(): Range | null {
    if (this.#writer.end === this.#file.samples || this.#writer.end === this.#audibleUntil)
      return null;
    return { fromSample: this.#audibleUntil, toSample: this.#writer.end };
  }

  /** Whether something becomes due without new sound. */
  get isRestless(): boolean {
    return this.#writer.isInTrouble || this.#isPausing;
  }

  get isUnsynced(): boolean {
    return this.#file.isUnsynced;
  }

  /** Writes what waits. False when the disk refuses; the audio then keeps waiting. */
  flush(): Promise<boolean> {
    return this.#writer.flush();
  }

  /** Makes written data survive a power failure. The file of a track that is over is closed until it is back. */
  async sync(): Promise<void> {
    await this.#file.sync();
    const isWritten = this.#writer.end === this.#file.samples && !this.#file.isUnsynced;
    // What was written is synced, so an error on closing loses nothing.
    if (!this.#isLive && !this.#isPausing && isWritten) await this.#file.rest().catch(() => {});
  }

  /** Audio that the disk refuses becomes zeros and is reported as lost. */
  giveUpWaiting(): void {
    this.#writer.giveUpWaiting();
  }

  /** Gives up what could not be written and closes the file. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  /** Closes the file without writing what waits: another scribe writes it. */
  abandon(): Promise<void> {
    return this.#file.close();
  }

  get #isPausing(): boolean {
    return !this.#isLive && this.#writer.end === this.#pausedAt;
  }
}
