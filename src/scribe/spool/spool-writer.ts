import { SAMPLES_PER_MS } from '../../core/sound.ts';
import type { SpoolFile } from './spool-file.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';
import { WaitingSound } from './waiting-sound.ts';

/** Audio that cannot be written yet: 60 s, 1.9 MB per track. Older audio is lost and reported as such. */
const MAX_WAITING_SAMPLES = 60_000 * SAMPLES_PER_MS;
/** How much is dropped when that is full: one report for 5 s, not one for each frame. */
const LOST_AT_ONCE_SAMPLES = 5_000 * SAMPLES_PER_MS;

export type WriterOptions = {
  /** Audio that will never be in the file. */
  onLost(range: Range): void;
  /** Null when writing works again. */
  onTrouble(error: Error | null): void;
};

/** Appends to a spool's file. Audio waits for a flush; what the disk refuses waits for the next one. */
export class SpoolWriter {
  readonly #file: SpoolFile;
  readonly #options: WriterOptions;
  readonly #waiting = new WaitingSound();
  #end: number;
  #flushing: Promise<boolean> | undefined;
  #isInTrouble = false;

  constructor(file: SpoolFile, options: WriterOptions) {
    this.#file = file;
    this.#options = options;
    this.#end = file.samples;
  }

  /** The position of the next sample, counting those that still wait. */
  get end(): number {
    return this.#end;
  }

  /** Whether the disk refused the last flush. */
  get isInTrouble(): boolean {
    return this.#isInTrouble;
  }

  /** Copies the samples. Never blocks. */
  append(samples: Int16Array): void {
    this.#waiting.add(this.#end, samples);
    this.#end += samples.length;
    if (this.#waiting.samples > MAX_WAITING_SAMPLES) this.#giveUp(LOST_AT_ONCE_SAMPLES);
  }

  appendSilence(samples: number): void {
    if (samples <= 0) return;
    this.#waiting.addSilence(this.#end, samples);
    this.#end += samples;
  }

  /** Writes what waits. False when the disk refuses; the audio then keeps waiting. */
  flush(): Promise<boolean> {
    if (this.#waiting.isEmpty) return Promise.resolve(true);
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Audio that the disk refuses becomes zeros and is reported as lost. */
  giveUpWaiting(): void {
    this.#giveUp(Number.POSITIVE_INFINITY);
  }

  /** Gives up what could not be written and closes the file. */
  async close(): Promise<void> {
    if (!(await this.flush())) this.giveUpWaiting();
    await this.flush();
    await this.#file.close();
  }

  async #write(): Promise<boolean> {
    try {
      for (let piece = this.#waiting.take(); piece; piece = this.#waiting.take()) {
        await this.#file.write(piece);
        this.#waiting.written();
      }
      if (this.#isInTrouble) this.#options.onTrouble(null);
      this.#isInTrouble = false;
      return true;
    } catch (error) {
      if (!this.#isInTrouble)
        this.#options.onTrouble(error instanceof Error ? error : new Error('write failed'));
      this.#isInTrouble = true;
      return false;
    } finally {
      this.#waiting.putBack();
    }
  }

  /** Gives up the oldest `samples` that are waiting. */
  #giveUp(samples: number): void {
    for (const range of this.#waiting.giveUp(samples)) this.#options.onLost(range);
  }
}
