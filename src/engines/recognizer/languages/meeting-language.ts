import type { Words } from '../../../core/ports.ts';

/** The amount of speech after which the language of a meeting is fixed. */
const SETTLED_SECONDS = 30;
/** Ranges that agree are trusted sooner: after this much speech in this many ranges. */
const CLEAR = { seconds: 6, ranges: 2 };

/** `isKnown`: some engine transcribes that language. */
type Heard = { seconds: number; letters: number; languageCode: string; isKnown: boolean };

/**
 * Finds the language of a meeting from the languages detected in its first half minute of speech. A short "yes" may be
 * detected as any language, so letters count, not ranges.
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

  /** A range that is repeated, according to `key`, counts once. */
  hear(key: string, seconds: number, { text, languageCode }: Words): void {
    if (this.#settled !== null || languageCode === null || text === '') return;
    const isKnown = this.#known?.includes(languageCode) ?? true;
    // Speech that no engine can transcribe only ends the wait, and only once.
    if (!isKnown && this.#isClear()) return;
    this.#heard.set(key, { seconds, letters: text.length, languageCode, isKnown });
    if (secondsOf(this.#usable()) >= SETTLED_SECONDS) this.#settled = this.likeliest();
    if (this.#isClear()) this.release();
  }

  /** The language so far; null when nothing was recognized in a language that some engine transcribes. */
  likeliest(): string | null {
    if (this.#settled !== null) return this.#settled;
    const letters = new Map<string, number>();
    for (const heard of this.#usable())
      letters.set(heard.languageCode, (letters.get(heard.languageCode) ?? 0) + heard.letters);
    const [most] = [...letters].toSorted(([, one], [, other]) => other - one);
    return most?.[0] ?? null;
  }

  /** The most likely language, once it is clear or after `maxWaitMs`. Rejects when `signal` is aborted. */
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

  /** Ends all waits. */
  release(): void {
    for (const end of this.#waiting) end();
  }

  /** The usable ranges agree; without any, nothing but unusable speech; or half a minute was heard. */
  #isClear(): boolean {
    const all = [...this.#heard.values()];
    if (this.#settled !== null || secondsOf(all) >= SETTLED_SECONDS) return true;
    const usable = this.#usable();
    const deciding = usable.length > 0 ? usable : all;
    const languages = new Set(usable.map(({ languageCode }) => languageCode));
    return (
      languages.size <= 1 && deciding.length >= CLEAR.ranges && secondsOf(deciding) >= CLEAR.seconds
    );
  }

  #usable(): Heard[] {
    return [...this.#heard.values()].filter(({ isKnown }) => isKnown);
  }
}

function secondsOf(heard: readonly Heard[]): number {
  return heard.reduce((sum, { seconds }) => sum + seconds, 0);
}
