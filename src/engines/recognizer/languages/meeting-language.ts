import type { Words } from '../../../core/ports.ts';

/** Speech after which the language of a meeting stands. */
const SETTLED_SECONDS = 30;
/** Ranges that agree are trusted sooner: so much speech in so many of them. */
const CLEAR = { seconds: 6, ranges: 2 };

type Heard = { seconds: number; letters: number; languageCode: string };

/**
 * Which language a meeting is in, by what its first half minute of speech was taken for. A short "yes" is taken for any
 * language, so letters count, not ranges.
 */
export class MeetingLanguage {
  readonly #known: readonly string[] | null;
  readonly #heard = new Map<string, Heard>();
  readonly #waiting = new Set<() => void>();
  #settled: string | null = null;

  /** `known`: languages that some engine transcribes; null for any. */
  constructor(known: readonly string[] | null) {
    this.#known = known;
  }

  get settled(): string | null {
    return this.#settled;
  }

  /** A range again, as `key` says, counts once. */
  hear(key: string, seconds: number, { text, languageCode }: Words): void {
    if (this.#settled !== null || languageCode === null || text === '') return;
    if (this.#known !== null && !this.#known.includes(languageCode)) return;
    this.#heard.set(key, { seconds, letters: text.length, languageCode });
    if (this.#seconds() >= SETTLED_SECONDS) this.#settled = this.likeliest();
    if (this.#isClear()) this.release();
  }

  /** So far; null when nothing was recognized. */
  likeliest(): string | null {
    if (this.#settled !== null) return this.#settled;
    const letters = new Map<string, number>();
    for (const heard of this.#heard.values())
      letters.set(heard.languageCode, (letters.get(heard.languageCode) ?? 0) + heard.letters);
    const [most] = [...letters].toSorted(([, one], [, other]) => other - one);
    return most?.[0] ?? null;
  }

  /** The likeliest, once it is clear or after `maxWaitMs`. Rejects when `signal` is aborted. */
  async whenClear(maxWaitMs: number, signal?: AbortSignal): Promise<string | null> {
    if (!this.#isClear())
      await new Promise<void>((done) => {
        const end = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(end);
          signal?.removeEventListener('abort', end);
          done();
        };
        const timer = setTimeout(end, maxWaitMs);
        this.#waiting.add(end);
        signal?.addEventListener('abort', end, { once: true });
      });
    signal?.throwIfAborted();
    return this.likeliest();
  }

  /** Nobody waits any longer. */
  release(): void {
    for (const end of this.#waiting) end();
  }

  #isClear(): boolean {
    if (this.#settled !== null) return true;
    const languages = new Set([...this.#heard.values()].map((heard) => heard.languageCode));
    return (
      languages.size === 1 && this.#heard.size >= CLEAR.ranges && this.#seconds() >= CLEAR.seconds
    );
  }

  #seconds(): number {
    return [...this.#heard.values()].reduce((sum, { seconds }) => sum + seconds, 0);
  }
}
