// What was heard on one track, on disk: 16 kHz mono s16le, where sample n was heard at `startedAt + n/16 ms`.
import { INAUDIBLE_PEAK, isWithin, QUIET_PEAK, SAMPLES_PER_MS } from '../../core/sound.ts';
import { endOfMatch, MATCH_SAMPLES, MAX_SHIFT } from './match-sound.ts';
import type { RecentSound } from './recent-sound.ts';
import { SpoolFile } from './spool-file.ts';
import { SpoolWriter, type WriterOptions } from './spool-writer.ts';
import type { SampleRange } from './pending-audio.ts';

/** A gap that counts as nothing missed: sound on its way. */
const SLACK_SAMPLES = 100 * SAMPLES_PER_MS;
/** Longer than the silence that ends an utterance. */
const PAUSE_SAMPLES = 900 * SAMPLES_PER_MS;
const QUIET_TICKS_OF_PAUSE = 3;
/**
 * So long after a sound what is quiet is written at once, since it ends an utterance; later in such
 * pieces. Silence has time after so long.
 */
const QUIET_SAMPLES = { prompt: 1_500 * SAMPLES_PER_MS, piece: 1_000 * SAMPLES_PER_MS };

export type SpoolOptions = WriterOptions & {
  path: string;
  startedAt: Date;
  /** Heard by an earlier scribe, and noted elsewhere. */
  silence?: SampleRange | undefined;
  /** So far an earlier scribe has scanned, maybe on another machine: nothing before is lost. */
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
  /** Where the audio ended, while the track is away. */
  #pausedAt: number | undefined;
  #quietTicks = 0;
  /** Of what was missed, so much is told as lost already. */
  #lostUntil = 0;

  private constructor(options: SpoolOptions, file: SpoolFile) {
    this.path = options.path;
    this.#options = options;
    this.#file = file;
    this.#writer = new SpoolWriter(file, options);
    // What an earlier scribe heard may be anything.
    this.#loudUntil = file.samples;
    this.#audibleUntil = file.samples;
  }

  /** Opens or makes the file, and goes on at its end, or at the end of the silence that follows there. */
  static async open(options: SpoolOptions): Promise<TrackSpool> {
    const file = await SpoolFile.open(options.path);
    const { fromSample, toSample } = options.silence ?? { fromSample: 0, toSample: 0 };
    const isNext = fromSample <= file.samples && file.samples < toSample;
    if (isNext)
      await file.write({ fromSample: file.samples, samples: toSample - file.samples, bytes: null });
    return new TrackSpool(options, file);
  }

  /** When sample 0 was heard, in ms since 1970. */
  get startedAtMs(): number {
    return this.#options.startedAt.getTime();
  }

  /** Samples that a reader finds in the file. */
  get written(): number {
    return this.#file.samples;
  }

  /** Whether its last second holds some sound: who is away or muted leaves zeros. */
  endsInSound(): Promise<boolean> {
    return this.#file.endsInSound(PAUSE_SAMPLES);
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
    const { scannedSamples = 0 } = this.#options;
    const missedFrom = Math.max(this.#pausedAt ?? this.#writer.end, scannedSamples);
    const fromSample = Math.max(missedFrom, this.#lostUntil);
    const toSample = this.#sampleAt(atMs);
    this.#writer.appendSilence(toSample - this.#writer.end);
    if (missedIsLost && toSample - fromSample > SLACK_SAMPLES)
      this.#options.onLost({ fromSample, toSample });
    this.#isLive = true;
    this.#pausedAt = undefined;
  }

  /** How many samples of what we heard while another scribe wrote the file are in the file already. */
  async overlapWith(recent: RecentSound): Promise<number> {
    const byClock = this.#writer.end - this.#sampleAt(recent.startedAtMs);
    if (byClock <= 0) return 0;
    const from = byClock - MATCH_SAMPLES - MAX_SHIFT;
    const heard = recent.between(from, byClock + MAX_SHIFT);
    const end = endOfMatch(await this.#file.end(MATCH_SAMPLES), heard);
    return end === null ? byClock : from + end;
  }

  /** What comes after the file, and after what was scanned elsewhere, was missed, and is lost up to this sample. */
  loseUntil(toSample: number): void {
    const { scannedSamples = 0 } = this.#options;
    const fromSample = Math.max(this.#file.samples, scannedSamples, this.#lostUntil);
    if (toSample <= fromSample) return;
    this.#options.onLost({ fromSample, toSample });
    this.#lostUntil = toSample;
  }

  /** Takes in samples; they are copied. Never blocks. The hiss of a microphone that hears nothing is not kept. */
  write(samples: Int16Array): void {
    if (isWithin(samples, INAUDIBLE_PEAK)) return this.writeSilence(samples.length);
    this.#writer.append(samples);
    this.#audibleUntil = this.#writer.end;
    if (!isWithin(samples, QUIET_PEAK)) this.#loudUntil = this.#writer.end;
  }

  /** So many samples in which nothing was sent. */
  writeSilence(samples: number): void {
    this.#writer.appendSilence(samples);
  }

  /** The track is over or away. A silence follows soon, so that the last utterance ends. */
  pause(): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#pausedAt = this.#writer.end;
    this.#quietTicks = 0;
  }

  /**
   * Called a few times a second while it `isRestless`: ends a track that is away in silence. Later
   * than at once: a scribe that stops leaves its spool as it is, and the next one knows what was
   * missed.
   */
  tick(): void {
    if (!this.#isPausing) return;
    this.#quietTicks += 1;
    if (this.#quietTicks >= QUIET_TICKS_OF_PAUSE) this.writeSilence(PAUSE_SAMPLES);
  }

  /** Whether a reader should find what waits now. */
  get isDue(): boolean {
    if (this.#writer.end - this.#loudUntil < QUIET_SAMPLES.prompt) return true;
    const waiting = this.#writer.end - this.#file.samples;
    if (!this.#isLive) return waiting > 0;
    return (
      waiting >= QUIET_SAMPLES.piece &&
      this.#file.samples - this.#audibleUntil < QUIET_SAMPLES.prompt
    );
  }

  /** The silence at its end, when not all of it is in the file. */
  get silence(): SampleRange | null {
    if (this.#writer.end === this.#file.samples || this.#writer.end === this.#audibleUntil)
      return null;
    return { fromSample: this.#audibleUntil, toSample: this.#writer.end };
  }

  /** Whether time alone makes something due. */
  get isRestless(): boolean {
    return this.#writer.isInTrouble || this.#isPausing;
  }

  get isUnsynced(): boolean {
    return this.#file.isUnsynced;
  }

  /** Writes what waits; false when the disk refuses, and then it goes on waiting. */
  flush(): Promise<boolean> {
    return this.#writer.flush();
  }

  /** Makes what is written survive a loss of power. */
  sync(): Promise<void> {
    return this.#file.sync();
  }

  /** What the disk does not take becomes zeros, and is reported as lost. */
  giveUpWaiting(): void {
    this.#writer.giveUpWaiting();
  }

  /** Gives up what could not be written, and closes the file. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  /** Closes the file and leaves what waits: another scribe writes it. */
  abandon(): Promise<void> {
    return this.#file.close();
  }

  #sampleAt(ms: number): number {
    return Math.round((ms - this.startedAtMs) * SAMPLES_PER_MS);
  }

  get #isPausing(): boolean {
    return !this.#isLive && this.#writer.end === this.#pausedAt;
  }
}
