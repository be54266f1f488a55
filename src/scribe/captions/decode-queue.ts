import type { Ctx } from '../../core/context.ts';
import { type LogFields, RangeFailed, type RecognizerPort, type Words } from '../../core/ports.ts';
import {
  listWaitingUtterances,
  noteWords,
  type WaitingUtterance,
} from '../../core/transcript/append-utterance.ts';
import { tidyText } from '../../core/transcript/join-texts.ts';
import type { Captions } from './captions.ts';
import { keepTrying } from '../session/keep-trying.ts';

/**
 * Ranges of one meeting that the recognizer gets at once: enough to keep it busy, few enough to be
 * fair to other meetings.
 */
const ASKED_AT_ONCE = 8;

export type DecodeQueueOptions = {
  ctx: Ctx;
  recognizer: RecognizerPort;
  meetingRef: string;
  signal: AbortSignal;
  captions: Captions;
  pathOf(trackRef: string): string;
  /** The spoken language as the meeting's client gave it, BCP 47. */
  languageCode(): string | null;
  /** Names and words that the recognizer prefers. */
  terms?(): readonly string[];
  /** Called with the words of a range that will probably be added. */
  onPrepared(utterance: WaitingUtterance, words: Words): void;
};

/** Writes to the database in progress while the next captions are shown. */
const NOTED_AT_ONCE = 4;

type Waiting = { utterance: WaitingUtterance; words?: Promise<Words | null> };
type Prepared = {
  utterance: WaitingUtterance;
  words: Promise<Words>;
  withdrawal: AbortController;
  isDone: boolean;
};

/** Transcribes the cut ranges of one meeting in order of their end, and publishes each as a final caption. */
export class DecodeQueue {
  readonly #options: DecodeQueueOptions;
  readonly #waiting: Waiting[] = [];
  /** By track: the range that will probably be cut next, which is already being decoded. */
  readonly #prepared = new Map<string, Prepared>();
  #working: Promise<void> | undefined;

  constructor(options: DecodeQueueOptions) {
    this.#options = options;
  }

  /** Loads the ranges that an earlier scribe left untranscribed. */
  async load(): Promise<void> {
    this.add(await listWaitingUtterances(this.#options.ctx, this.#options.meetingRef));
  }

  /** Call once for each range. */
  add(utterances: readonly WaitingUtterance[]): void {
    this.#waiting.push(...utterances.map((utterance) => ({ utterance })));
    if (this.#waiting.length === 0) return;
    this.#ask();
    if (this.#working) return;
    const working = this.#work().finally(() => {
      this.#working = undefined;
    });
    this.#working = working;
    working.then(
      // For ranges added just as the work ended.
      () => this.add([]),
      // `idle` reports it.
      () => {},
    );
  }

  /** Decodes a range that will probably be added, to show its caption sooner. Does nothing when the queue is full. */
  prepare(utterance: WaitingUtterance): void {
    if (this.#options.recognizer.isMetered) return;
    const { trackRef } = utterance;
    const known = this.#prepared.get(trackRef);
    if (known && isSame(known.utterance, utterance)) return;
    this.withdraw(trackRef);
    const undecoded = [...this.#prepared.values()].filter(({ isDone }) => !isDone).length;
    if (this.#waiting.length + undecoded >= ASKED_AT_ONCE) return;
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
    for (;;) {
      this.#options.signal.throwIfAborted();
      // Also after failed work: it fails again, and the caller learns why.
      this.add([]);
      if (!this.#working) return;
      await this.#working;
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#options;
    const notes = new Set<Promise<void>>();
    while (this.#waiting.length > 0 || notes.size > 0) {
      const [next] = this.#waiting;
      if (!next || notes.size >= NOTED_AT_ONCE) {
        await Promise.race(notes);
        continue;
      }
      this.#ask();
      const { utterance } = next;
      const words = (await next.words) ?? null;
      signal.throwIfAborted();
      this.#waiting.shift();
      // Before the write: a caption that is repeated after a restart is the same caption.
      this.#options.captions.final(utterance, words?.text ?? '');
      const note = this.#note(utterance, words).finally(() => notes.delete(note));
      notes.add(note);
      note.catch(() => {});
    }
  }

  async #note(utterance: WaitingUtterance, words: Words | null): Promise<void> {
    const { ctx, signal } = this.#options;
    const isNew = await keepTrying(ctx.log, signal, () => noteWords(ctx, utterance, words));
    if (isNew && words === null)
      ctx.log.error('a range of speech could not be transcribed', this.#fieldsOf(utterance));
  }

  #ask(): void {
    for (const waiting of this.#waiting.slice(0, ASKED_AT_ONCE)) {
      waiting.words ??= this.#decode(waiting.utterance);
      waiting.words.catch(() => {});
    }
  }

  async #decode(utterance: WaitingUtterance): Promise<Words | null> {
    const { trackRef } = utterance;
    const prepared = this.#prepared.get(trackRef);
    this.#prepared.delete(trackRef);
    try {
      return await (prepared && isSame(prepared.utterance, utterance)
        ? prepared.words
        : this.#transcribe(utterance));
    } catch (error) {
      if (!(error instanceof RangeFailed)) throw error;
      this.#options.ctx.log.debug('a range cannot be decoded', {
        ...this.#fieldsOf(utterance),
        error,
      });
      return null;
    }
  }

  #fieldsOf({ trackRef }: WaitingUtterance): LogFields {
    return { component: 'scribe', meetingRef: this.#options.meetingRef, trackRef };
  }

  async #transcribe(
    { trackRef, fromSample, toSample }: WaitingUtterance,
    withdrawal?: AbortSignal,
  ): Promise<Words> {
    const { recognizer, meetingRef, pathOf, languageCode, terms, signal } = this.#options;
    const range = {
      meetingRef,
      trackRef,
      path: pathOf(trackRef),
      fromSample,
      toSample,
      languageCode: languageCode(),
      terms: terms?.() ?? [],
    };
    const words = await recognizer.transcribe(range, withdrawal ?? signal);
    return { ...words, text: tidyText(words.text) };
  }
}

function isSame(a: WaitingUtterance, b: WaitingUtterance): boolean {
  return a.trackRef === b.trackRef && a.fromSample === b.fromSample && a.toSample === b.toSample;
}
