/** Sound comes ten times a second at most. */
const EVERY_MS = { least: 50, most: 150 };

/** Sleeps until something was heard, and while nothing is to be done. */
export class AttendanceClock {
  readonly #tick: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #tickedAtMs = 0;
  #isRunning = false;

  /** `tick` answers whether there is more to do soon. */
  constructor(tick: () => boolean) {
    this.#tick = tick;
  }

  start(): void {
    this.#isRunning = true;
    this.#run();
  }

  /** Ticks when the room has handed over what came of everybody. */
  soon(): void {
    if (!this.#isRunning) return;
    if (Date.now() - this.#tickedAtMs < EVERY_MS.least) this.within(EVERY_MS.most);
    else this.#immediate ??= setImmediate(() => this.#run());
  }

  within(ms: number): void {
    if (this.#isRunning) this.#timer ??= setTimeout(() => this.#run(), ms);
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  #run(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#timer = this.#immediate = undefined;
    this.#tickedAtMs = Date.now();
    if (this.#tick()) this.within(EVERY_MS.most);
  }
}
