/** Sound arrives ten times a second at most. */
const MIN_MS = 50;

/** Sleeps until sound arrives or something is due. */
export class AttendanceClock {
  readonly #tick: () => number;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #plannedAtMs = Infinity;
  #tickedAtMs = -Infinity;
  #isRunning = false;

  /** `tick` returns the milliseconds until it must be called again; Infinity: not before sound arrives. */
  constructor(tick: () => number) {
    this.#tick = tick;
  }

  start(): void {
    this.#isRunning = true;
    this.#run();
  }

  /** Ticks once the room has delivered the sound of all tracks. */
  soon(): void {
    if (!this.#isRunning) return;
    const waitMs = this.#tickedAtMs + MIN_MS - performance.now();
    if (waitMs > 0) this.within(waitMs);
    else this.#immediate ??= setImmediate(() => this.#run());
  }

  within(ms: number): void {
    const atMs = performance.now() + ms;
    if (!this.#isRunning || atMs >= this.#plannedAtMs) return;
    clearTimeout(this.#timer);
    this.#plannedAtMs = atMs;
    this.#timer = setTimeout(() => this.#run(), ms);
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  #run(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    this.#plannedAtMs = Infinity;
    this.#tickedAtMs = performance.now();
    const againMs = this.#tick();
    if (againMs < Infinity) this.within(againMs);
  }
}
