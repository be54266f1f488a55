import { tellInterimWords } from '../../core/live-words/live-notices.ts';
import type { Ctx } from '../../core/context.ts';
import type { InterimWords } from '../../core/live-words/read-live-words.ts';

/** How long a subscription lasts; readers renew it before then. */
const WANTED_MS = 15_000;

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
