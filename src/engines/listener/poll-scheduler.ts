/** The intervals while someone may be speaking, and while everyone is silent. */
const EVERY_MS = { fast: 100, slow: 500 };
/** After a delay this long, a busy process may not have received all packets yet. */
const LATE_MS = 150;

export type Pace = keyof typeof EVERY_MS;
type Poll = (isLate: boolean) => Pace;

/** The one clock of a room. It reads received packets two to ten times a second: few large reads are cheaper. */
export class PollScheduler {
  readonly #poll: Poll;
  #timer: NodeJS.Timeout | undefined;
  #plannedAtMs = Infinity;
  #polledAtMs = -Infinity;
  #isStopped = false;

  /** `poll` returns the pace of the next one. */
  constructor(poll: Poll) {
    this.#poll = poll;
  }

  /** Polls as soon as the fast pace allows: the room or someone's speech begins. */
  pollSoon(): void {
    const atMs = Math.max(performance.now(), this.#polledAtMs + EVERY_MS.fast);
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
    this.#polledAtMs = performance.now();
    const isLate = this.#polledAtMs - this.#plannedAtMs > LATE_MS;
    this.#plannedAtMs = Infinity;
    const next = this.#poll(isLate);
    this.#plan(this.#polledAtMs + EVERY_MS[isLate ? 'fast' : next]);
  }
}
