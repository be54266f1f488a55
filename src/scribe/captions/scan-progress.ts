import type { Ctx } from '../../core/context.ts';
import {
  appendUtterances,
  type Attending,
  isSilence,
  noteScanned,
  type Progress,
} from '../../core/transcript/append-utterance.ts';
import type { Cut } from '../../core/transcript/cut-utterances.ts';

/** Stores how far the tracks of a meeting are scanned, and the utterances cut from them. */
export class ScanProgress {
  readonly #ctx: Ctx;
  readonly #run: Attending;
  /** The scanned position of tracks on which nobody speaks. */
  #scanned = new Map<string, number>();

  constructor(ctx: Ctx, run: Attending = null) {
    this.#ctx = ctx;
    this.#run = run;
  }

  /**
   * Cut utterances are in the database when this resolves, with those that are to be transcribed; silence waits for
   * `write`. Throws TranscriptGone.
   */
  async keep(progress: Progress): Promise<Cut[]> {
    if (!isSilence(progress)) return appendUtterances(this.#ctx, progress, this.#run);
    this.#scanned.set(progress.trackRef, progress.scannedSamples);
    return [];
  }

  /** Stores all silent tracks in one statement. Callers do not wait: what is lost is scanned again after a restart. */
  write(): void {
    noteScanned(this.#ctx, this.#scanned, this.#run).catch((error: unknown) =>
      this.#ctx.log.debug('the scan position could not be stored', { component: 'scribe', error }),
    );
    this.#scanned = new Map();
  }
}
