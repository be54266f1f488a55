/**
 * While somebody may be speaking, while packets wait for the look, and while everybody rests: a
 * track that is not heard for a second counts as away.
 */
const EVERY_MS = { quick: 100, steady: 200, slow: 500 };
/** A look that comes so late comes before packets that a busy process has not taken in yet. */
const LATE_MS = 150;

export type Pace = keyof typeof EVERY_MS;
type Look = (isLate: boolean, then: (next: Pace) => void) => void;

/**
 * The one clock of a room: two to ten looks a second at what came. To wake for each packet costs
 * more than to read it.
 */
export class ListeningPace {
  readonly #look: Look;
  #timer: NodeJS.Timeout | undefined;
  #plannedAtMs = Infinity;
  #lookedAtMs = -Infinity;
  #isStopped = false;

  /** `look` tells at its end, which is soon, how fast the next one is to follow. */
  constructor(look: Look) {
    this.#look = look;
  }

  /** Looks as soon as the quick pace allows: the room begins, or somebody begins to speak. */
  hurry(): void {
    const atMs = Math.max(performance.now(), this.#lookedAtMs + EVERY_MS.quick);
    if (atMs < this.#plannedAtMs) this.#plan(atMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #plan(atMs: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#plannedAtMs = atMs;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, atMs - performance.now()));
  }

  #run(): void {
    this.#lookedAtMs = performance.now();
    const isLate = this.#lookedAtMs - this.#plannedAtMs > LATE_MS;
    this.#plannedAtMs = Infinity;
    this.#look(isLate, (next) => this.#plan(this.#lookedAtMs + EVERY_MS[isLate ? 'quick' : next]));
  }
}
