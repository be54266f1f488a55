import { utteranceRefOf } from '../../core/transcript/stitch.ts';
import type { CaptionMessage } from '../../../contract/generated/guest-api.ts';
import type { Ctx } from '../../core/context.ts';
import { tellInterimWords } from '../../core/live-words/live-notices.ts';
import type { InterimWords } from '../../core/live-words/read-live-words.ts';

const CAPTION_TOPIC = 'caption';
/** Captions that may wait for a slow media server. The oldest are dropped: nobody reads them any more. */
const MAX_WAITING = 50;
/** How long a subscription lasts; readers renew it before then. */
const WANTED_MS = 15_000;

/** Who speaks and where: what a caption contains besides its text. */
export type Captioned = { trackRef: string; participantRef: string; fromSample: number };

/** Publishes the captions of one meeting in order, one at a time. Callers do not wait. */
export class Captions {
  readonly #ctx: Ctx;
  readonly #meetingRef: string;
  readonly #readers: InterimReaders | undefined;
  #waiting: CaptionMessage[] = [];
  /** Utterances whose interim result is shown to guests. */
  readonly #withInterim = new Set<string>();
  #isSending = false;
  #isClosed = false;

  constructor(ctx: Ctx, meetingRef: string, readers?: InterimReaders) {
    this.#readers = readers;
    this.#ctx = ctx;
    this.#meetingRef = meetingRef;
  }

  /** An interim result, which a later one or the final result replaces. */
  partial(spoken: Captioned, text: string): void {
    const utteranceRef = utteranceRefOf(spoken);
    this.#withInterim.add(utteranceRef);
    const { participantRef } = spoken;
    this.#readers?.tell({ meetingRef: this.#meetingRef, utteranceRef, participantRef, text });
    this.#put(spoken, 'partial', text);
  }

  /** An empty text removes the interim result. */
  final(spoken: Captioned, text: string): void {
    if (this.#withInterim.delete(utteranceRefOf(spoken)) || text !== '')
      this.#put(spoken, 'final', text);
  }

  /** The room is over. A media server would take seconds to reject further captions. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
  }

  #put(spoken: Captioned, kind: CaptionMessage['kind'], text: string): void {
    if (this.#isClosed) return;
    const utteranceRef = utteranceRefOf(spoken);
    const others = this.#waiting.filter(
      (one) => one.kind === 'final' || one.utteranceRef !== utteranceRef,
    );
    this.#waiting = [
      ...others,
      { kind, participantRef: spoken.participantRef, utteranceRef, text },
    ].slice(-MAX_WAITING);
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#ctx.media.publish(this.#meetingRef, CAPTION_TOPIC, next);
      } catch (error) {
        this.#ctx.log.debug('caption not published', {
          component: 'scribe',
          meetingRef: this.#meetingRef,
          error,
        });
      }
    }
    this.#isSending = false;
  }
}

/** Sends interim results to the processes whose clients read them; nothing while there are no readers. */
export class InterimReaders {
  readonly #ctx: Pick<Ctx, 'db' | 'log'>;
  readonly #wantedUntil = new Map<string, number>();

  constructor(ctx: Pick<Ctx, 'db' | 'log'>) {
    this.#ctx = ctx;
  }

  /** A client reads the interim results of this meeting. */
  want(meetingRef: string): void {
    const now = performance.now();
    for (const [ref, until] of this.#wantedUntil) if (until < now) this.#wantedUntil.delete(ref);
    this.#wantedUntil.set(meetingRef, now + WANTED_MS);
  }

  tell(words: InterimWords): void {
    if ((this.#wantedUntil.get(words.meetingRef) ?? 0) < performance.now()) return;
    tellInterimWords(this.#ctx, words);
  }
}
