import type { Ctx } from '../core/context.ts';
import { RangeFailed, type RecogniserPort, type Words } from '../core/ports.ts';
import { listWaitingUtterances, noteWords, type WaitingUtterance } from '../core/transcript/append-utterance.ts';
import { keepTrying } from './keep-trying.ts';

const CAPTION_TOPIC = 'caption';

export type WordQueueOptions = {
  ctx: Ctx;
  recogniser: RecogniserPort;
  meetingRef: string;
  signal: AbortSignal;
  pathOf(trackRef: string): string;
};

/** Gives the cut ranges of one meeting their words, in order of end, and publishes each as a final caption. */
export class WordQueue {
  readonly #options: WordQueueOptions;
  readonly #waiting: WaitingUtterance[] = [];
  #working: Promise<void> | undefined;

  constructor(options: WordQueueOptions) {
    this.#options = options;
  }

  /** Ranges that an earlier scribe left without words. */
  async load(): Promise<void> {
    this.add(await listWaitingUtterances(this.#options.ctx, this.#options.meetingRef));
  }

  /** Each range once. */
  add(utterances: readonly WaitingUtterance[]): void {
    this.#waiting.push(...utterances);
    if (this.#waiting.length === 0) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    // Only a stop ends the work early; who waits in `idle` learns of it.
    this.#working.catch(() => {});
  }

  /** When every range has its words or is given up. Rejects when the scribe stops. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
    this.#options.signal.throwIfAborted();
  }

  async #work(): Promise<void> {
    const { ctx, signal } = this.#options;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const utterance = next;
      const words = await this.#decode(utterance);
      signal.throwIfAborted();
      const isNew = await keepTrying(ctx.log, signal, () => noteWords(ctx, utterance, words));
      if (isNew && words && words.text !== '') this.#publish(utterance, words.text);
    }
  }

  async #decode({ trackRef, fromSample, toSample }: WaitingUtterance): Promise<Words | null> {
    try {
      return await this.#options.recogniser.transcribe({ path: this.#options.pathOf(trackRef), fromSample, toSample });
    } catch (error) {
      if (!(error instanceof RangeFailed)) throw error;
      this.#options.ctx.log.error('a range of speech could not be transcribed', { component: 'scribe', meetingRef: this.#options.meetingRef, trackRef, error });
      return null;
    }
  }

  #publish(utterance: WaitingUtterance, text: string): void {
    const { ctx, meetingRef } = this.#options;
    const { participantRef, trackRef, fromSample } = utterance;
    const caption = { kind: 'final', participantRef, utteranceRef: `${trackRef}-${fromSample}`, text };
    ctx.media.publish(meetingRef, CAPTION_TOPIC, caption).catch((error: unknown) => ctx.log.debug('caption not published', { component: 'scribe', meetingRef, error }));
  }
}
