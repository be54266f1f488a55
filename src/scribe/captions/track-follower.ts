import { RangeFailed, type RecognizerPort, type ScannedWindows } from '../../core/ports.ts';
import type { Progress } from '../../core/transcript/append-utterance.ts';
import {
  type Cut,
  type CutState,
  cutUtterances,
  finishCutting,
  handOverCutting,
  likelyCut,
  type OpenSpeech,
  openSpeech,
  type Range,
  resumeSample,
  silentWindows,
  silenceToEnd,
  startCutting,
} from '../../core/transcript/cut-utterances.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { SpoolReads } from './spool-reads.ts';

/**
 * Audio that is scanned at once: long enough to be cheap, short enough to be quick. While the track
 * is quiet there is no hurry.
 */
const SCAN_SAMPLES = {
  least: 90 * SAMPLES_PER_MS,
  leastQuiet: 1_000 * SAMPLES_PER_MS,
  most: 30_000 * SAMPLES_PER_MS,
};
/** A shorter silence goes through the detector, which would otherwise need a new warm-up after it. */
const LONG_SILENCE_SAMPLES = 1_000 * SAMPLES_PER_MS;
/** Two scribes may begin to receive a track so far apart. */
const BOTH_RECEIVE_SAMPLES = 2_000 * SAMPLES_PER_MS;
/** A restart scans this much again, besides one chunk and the open utterance. */
const SAVE_EVERY_SAMPLES = 3_000 * SAMPLES_PER_MS;

/**
 * `loudUntil`: the end of the last sound that was not quiet; `audibleUntil`: the end of the last
 * sound that is not zeros. If absent, unknown. `liveFrom`: where its sound began or continued last.
 */
type SpoolReader = {
  path: string;
  written: number;
  loudUntil?: number;
  audibleUntil?: number;
  liveFrom?: number;
};

export type FollowerOptions = {
  meetingRef: string;
  recognizer: RecognizerPort;
  signal?: AbortSignal | undefined;
  /** Stores the position; the next follower continues from there. Returns the cuts that are to be transcribed. */
  keep(progress: Progress): Promise<readonly Range[]>;
  /** This range will probably be cut soon. May be called more than once. */
  onLikely(track: KnownTrack, range: Range): void;
  /** `kept`: what is to be transcribed of them. */
  onCuts(track: KnownTrack, cuts: readonly Range[], kept: readonly Range[]): void;
  /** Someone has spoken up to here and has not finished. Called after each scan. */
  onOpen(track: KnownTrack, open: OpenSpeech): void;
};

type End = Pick<Progress, 'closed' | 'failed'>;

/** Reads a spool behind its writer and cuts it into utterances. Continues from the stored position. */
export class TrackFollower {
  readonly #track: KnownTrack;
  readonly #options: FollowerOptions;
  readonly #spool: SpoolReader;
  readonly #reads = new SpoolReads();
  #state: CutState;
  #savedSample: number;
  #advancing: Promise<void> | undefined;

  constructor(options: FollowerOptions, track: KnownTrack, spool: SpoolReader) {
    this.#options = options;
    this.#track = track;
    this.#spool = spool;
    this.#state = startCutting(track.scannedSamples, track.lastCut);
    this.#savedSample = track.scannedSamples;
  }

  /** Whether its person has begun an utterance and not ended it, as far as was scanned. */
  get isMidUtterance(): boolean {
    return this.#state.open !== null;
  }

  /**
   * Scans what is in the file; when it is quiet, only whole seconds. Rejects when the database fails;
   * a new call continues.
   */
  advance(): Promise<void> {
    return this.#alone(() => this.#scan());
  }

  /** The track is over: scans to the end and closes its row. Safe to call again after a failure. */
  async finish(): Promise<void> {
    await this.#cutToEnd({ closed: true }, finishCutting);
    this.#options.recognizer.expectEnd(this.#track.trackRef, null);
  }

  /**
   * The scribe stops while the track continues: scans to the end and ends the open utterance where the next scribe,
   * which received the track from `fromSample` on, does not need this spool.
   */
  handOver(fromSample: number): Promise<void> {
    const { liveFrom = 0 } = this.#spool;
    const isNew = fromSample < liveFrom + BOTH_RECEIVE_SAMPLES;
    const sharedFrom = isNew ? Infinity : fromSample;
    const finish: typeof finishCutting = (state, end) => handOverCutting(state, end, sharedFrom);
    return this.#cutToEnd({ failed: [] }, finish);
  }

  async #cutToEnd(end: End, finish: typeof finishCutting): Promise<void> {
    // It may have begun before the last sound was written.
    while (this.#advancing) await this.#advancing;
    await this.#alone(async () => {
      await this.#scan(SCAN_SAMPLES.least);
      const { state, cuts } = finish(this.#state, this.#spool.written);
      await this.#save(state, cuts, end);
    });
  }

  /** One at a time: two from the same position would count the same sound twice. */
  #alone(work: () => Promise<void>): Promise<void> {
    this.#advancing ??= work().finally(() => {
      this.#advancing = undefined;
    });
    return this.#advancing;
  }

  async #scan(leastQuiet: number = SCAN_SAMPLES.leastQuiet): Promise<void> {
    for (;;) {
      const fromSample = this.#state.position;
      const toSample = Math.min(this.#spool.written, fromSample + SCAN_SAMPLES.most);
      const isQuiet =
        this.#state.open === null && (this.#spool.loudUntil ?? Infinity) <= fromSample;
      if (toSample - fromSample < (isQuiet ? leastQuiet : SCAN_SAMPLES.least)) return;
      try {
        const windows = await this.#windows({ fromSample, toSample });
        if (windows.speech.length === 0) return;
        const { state, cuts } = cutUtterances(this.#state, windows);
        await this.#save(state, cuts);
      } catch (error) {
        if (!(error instanceof RangeFailed)) throw error;
        await this.#skip({ fromSample, toSample });
      }
    }
  }

  /** Zeros need no scan: the recognizer gets no work while a person is silent. */
  async #windows({ fromSample, toSample }: Range): Promise<ScannedWindows> {
    const { meetingRef, recognizer, signal } = this.#options;
    const { trackRef } = this.#track;
    const { path, audibleUntil = Infinity } = this.#spool;
    const isSilent = audibleUntil + LONG_SILENCE_SAMPLES <= fromSample;
    if (isSilent) return silentWindows(toSample - fromSample);
    const range = { meetingRef, trackRef, path, fromSample, toSample };
    return this.#reads.again(trackRef, () => recognizer.scan(range), signal);
  }

  async #save(state: CutState, cuts: readonly Cut[], end: End = {}): Promise<void> {
    const { trackRef } = this.#track;
    const scannedSamples = resumeSample(state);
    let kept: readonly Range[] = [];
    if (
      cuts.length > 0 ||
      end.closed ||
      end.failed ||
      scannedSamples - this.#savedSample >= SAVE_EVERY_SAMPLES
    ) {
      kept = await this.#options.keep({ trackRef, cuts, scannedSamples, ...end });
      this.#savedSample = scannedSamples;
    }
    this.#state = state;
    const silence = silenceToEnd(state);
    this.#options.recognizer.expectEnd(
      trackRef,
      silence === null ? null : silence / SAMPLES_PER_MS,
    );
    if (cuts.length > 0) this.#options.onCuts(this.#track, cuts, kept);
    const likely = likelyCut(state);
    if (likely) return this.#options.onLikely(this.#track, likely);
    const open = openSpeech(state);
    if (open) this.#options.onOpen(this.#track, open);
  }

  /** The range cannot be scanned: it counts as not covered. */
  async #skip(range: Range): Promise<void> {
    const { cuts } = finishCutting(this.#state, range.fromSample);
    const failed = {
      fromSample: Math.max(
        range.fromSample,
        cuts.at(-1)?.toSample ?? this.#state.lastCut.endSample,
      ),
      toSample: range.toSample,
    };
    await this.#save(
      startCutting(range.toSample, { endSample: range.toSample, isForced: false }),
      cuts,
      { failed: [failed] },
    );
  }
}
