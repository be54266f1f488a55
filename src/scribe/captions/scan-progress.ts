import type { Ctx } from '../../core/context.ts';
import {
  appendUtterances,
  type Attending,
  isSilence,
  noteScanned,
  type Progress,
} from '../../core/transcript/append-utterance.ts';

/** Writes down how far the tracks of a meeting are scanned, and what was cut out of them. */
export class ScanProgress {
  readonly #ctx: Ctx;
  readonly #run: Attending;
  /** How far tracks are scanned in which nobody speaks. */
  #scanned = new Map<string, number>();

  constructor(ctx: Ctx, run: Attending = null) {
    this.#ctx = ctx;
    this.#run = run;
  }

  /** What was cut is in the database when this resolves; silence waits for `write`. Throws TranscriptGone. */
  async keep(progress: Progress): Promise<void> {
    if (isSilence(progress)) this.#scanned.set(progress.trackRef, progress.scannedSamples);
    else await appendUtterances(this.#ctx, progress, this.#run);
  }

  /** Of all silent tracks in one statement. A restart scans again what is lost of it, so nobody waits for it. */
  write(): void {
    noteScanned(this.#ctx, this.#scanned, this.#run).catch((error: unknown) =>
      this.#ctx.log.debug('scanning is not noted', { component: 'scribe', error }),
    );
    this.#scanned = new Map();
  }
}
