import type { Ctx } from '../../core/context.ts';
import { RangeFailed, type RecognizerPort, type Words } from '../../core/ports.ts';
import {
  listWaitingUtterances,
  noteWords,
  type WaitingUtterance,
} from '../../core/transcript/append-utterance.ts';
import { tidyText } from '../../core/transcript/join-texts.ts';
import { waitAtMost } from '../../core/timing.ts';
import type { Captions } from './captions.ts';
import { SpoolReads } from './spool-reads.ts';
import { keepTrying } from '../session/keep-trying.ts';
import { spoolRange, type SpokenSound } from '../spool/spool-path.ts';

/**
 * Ranges of one meeting that the recognizer gets at once: enough to keep it busy, few enough to be
 * fair to other meetings.
 */
const ASKED_AT_ONCE = 8;

export type DecodeQueueOptions = SpokenSound & {
  ctx: Ctx;
  recognizer: RecognizerPort;
  signal: AbortSignal;
  captions: Captions;
  /** Called with the words of a range that will probably be added. */
  onPrepared(utterance: WaitingUtterance, words: Words): void;
};

/** How long words wait for those of earlier ranges: captions come in order, but no range blocks the others. */
const WAIT_FOR_EARLIER_MS = 3_000;

type Prepared = {
  utterance: WaitingUtterance;
  words: Promise<Words>;
  withdrawal: AbortController;
  isDone: boolean;
};

/**
 * Transcribes the cut ranges of one meeting, and publishes each as a final caption: in order of their end, except for
 * ranges that take much longer than later ones.
 */
export class DecodeQueue {
  readonly #options: DecodeQueueOptions;
  readonly #reads = new SpoolReads();
  readonly #waiting: WaitingUtterance[] = [];
  /** Ranges in progress. One whose recognizer is gone stays here: `idle` reports it. */
  readonly #asked = new Set<Promise<void>>();
  /** Resolves when the range that was asked last is shown. */
  #lastShown: Promise<void> = Promise.resolve();
  /** By track: the range that will probably be cut next, which is already being decoded. */
  readonly #prepared = new Map<string, Prepared>();

  constructor(options: DecodeQueueOptions) {
    this.#options = options;
  }

  /** Loads the ranges that an earlier scribe left untranscribed. */
  async load(): Promise<void> {
    this.add(await listWaitingUtterances(this.#options.ctx, this.#options.meetingRef));
  }

  /** Call once for each range. */
  add(utterances: readonly WaitingUtterance[]): void {
    this.#waiting.push(...utterances);
    this.#ask();
  }

  /** Decodes a range that will probably be added, to show its caption sooner. Does nothing when the queue is full. */
  prepare(utterance: WaitingUtterance): void {
    if (this.#options.recognizer.isMetered) return;
    const { trackRef } = utterance;
    const known = this.#prepared.get(trackRef);
    if (known && isSame(known.utterance, utterance)) return;
    this.withdraw(trackRef);
    const undecoded = [...this.#prepared.values()].filter(({ isDone }) => !isDone).length;
    if (this.#asked.size + undecoded >= ASKED_AT_ONCE) return;
    const withdrawal = new AbortController();
    const prepared = {
      utterance,
      words: this.#transcribe(utterance, withdrawal.signal),
      withdrawal,
      isDone: false,
    };
    const noteDone = (): void => void (prepared.isDone = true);
    const tell = (words: Words): void => this.#options.onPrepared(utterance, words);
    prepared.words.then(noteDone, noteDone);
    prepared.words.then(tell, () => {});
    this.#prepared.set(trackRef, prepared);
  }

  /** The range had not ended: the speaker continues. */
  withdraw(trackRef: string): void {
    this.#prepared.get(trackRef)?.withdrawal.abort();
    this.#prepared.delete(trackRef);
  }

  /** Resolves when every range is transcribed or given up. Rejects when the scribe or the recognizer stops. */
  async idle(): Promise<void> {
    do {
      this.#options.signal.throwIfAborted();
      await Promise.all(this.#asked);
    } while (this.#asked.size > 0);
  }

  #ask(): void {
    while (this.#asked.size < ASKED_AT_ONCE) {
      const utterance = this.#waiting.shift();
      if (!utterance) return;
      const shown = Promise.withResolvers<void>();
      const work = this.#handle(utterance, this.#lastShown, shown.resolve);
      this.#lastShown = shown.promise;
      this.#asked.add(work);
      work.then(
        () => {
          this.#asked.delete(work);
          this.#ask();
        },
        () => {},
      );
    }
  }

  async #handle(
    utterance: WaitingUtterance,
    earlierShown: Promise<void>,
    noteShown: () => void,
  ): Promise<void> {
    const found = await this.#decode(utterance);
    await waitAtMost(earlierShown, WAIT_FOR_EARLIER_MS);
    const { ctx, captions, signal } = this.#options;
    signal.throwIfAborted();
    const fault = found instanceof RangeFailed ? found : null;
    const words = found instanceof RangeFailed ? null : found;
    // Before the write: a caption that is repeated after a restart is the same caption.
    captions.final(utterance, words?.text ?? '');
    noteShown();
    const isNew = await keepTrying(ctx.log, signal, () => noteWords(ctx, utterance, words));
    if (isNew && fault)
      ctx.log.error('a range of speech could not be transcribed', {
        component: 'scribe',
        meetingRef: this.#options.meetingRef,
        trackRef: utterance.trackRef,
        error: fault,
      });
  }

  async #decode(utterance: WaitingUtterance): Promise<Words | RangeFailed> {
    const { trackRef } = utterance;
    const prepared = this.#prepared.get(trackRef);
    this.#prepared.delete(trackRef);
    try {
      return await (prepared && isSame(prepared.utterance, utterance)
        ? prepared.words
        : this.#transcribe(utterance));
    } catch (error) {
      if (error instanceof RangeFailed) return error;
      throw error;
    }
  }

  async #transcribe(
    utterance: WaitingUtterance,
    signal: AbortSignal = this.#options.signal,
  ): Promise<Words> {
    const range = spoolRange(this.#options, utterance);
    const transcribe = () => this.#options.recognizer.transcribe(range, signal);
    const words = await this.#reads.again(range.trackRef, transcribe, signal);
    return { ...words, text: tidyText(words.text) };
  }
}

function isSame(a: WaitingUtterance, b: WaitingUtterance): boolean {
  return a.trackRef === b.trackRef && a.fromSample === b.fromSample && a.toSample === b.toSample;
}
