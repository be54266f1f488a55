/** While somebody may be speaking, and while everybody rests: a track that is not heard for a second counts as away. */
const EVERY_MS = { quick: 100, slow: 500 };
/** A look that comes so late comes before packets that a busy process has not taken in yet. */
const LATE_MS = 150;

/** The one clock of a room: ten looks a second at what came, or two. To wake for each packet costs more than to read it. */
export class ListeningPace {
  readonly #look: (isLate: boolean) => boolean;
  #timer: NodeJS.Timeout | undefined;
  #plannedAtMs = Infinity;
  #lookedAtMs = -Infinity;
  #isStopped = false;

  /** `look` answers whether the next look is urgent. */
  constructor(look: (isLate: boolean) => boolean) {
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
    const isUrgent = this.#look(isLate) || isLate;
    this.#plan(this.#lookedAtMs + (isUrgent ? EVERY_MS.quick : EVERY_MS.slow));
  }
}
