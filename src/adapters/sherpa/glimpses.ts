import type { Job } from './recogniser-messages.ts';

/** After a glimpse the process does other things for as long as that took: guesses never take more than half of it. */
const REST_SHARE = 1;

/** Guesses that wait until nothing else is to do: one a track, the track that waits longest in front. */
export class Glimpses {
  readonly #waiting = new Map<string, Job>();
  readonly #wake: () => void;
  #running: { job: Job; sinceMs: number } | undefined;
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `wake` is called when a glimpse may be taken that was held back. */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  put(trackRef: string, job: Job): void {
    this.#waiting.get(trackRef)?.fail(new Error('A later glimpse takes its place'));
    this.#waiting.set(trackRef, job);
  }

  /** The next one, if it is time for one. */
  take(): Job | undefined {
    const [trackRef] = this.#waiting.keys();
    if (trackRef === undefined) return undefined;
    const waitMs = this.#notBeforeMs - performance.now();
    clearTimeout(this.#timer);
    if (waitMs > 0) {
      this.#timer = setTimeout(this.#wake, waitMs);
      return undefined;
    }
    const job = this.#waiting.get(trackRef);
    this.#waiting.delete(trackRef);
    if (job) this.#running = { job, sinceMs: performance.now() };
    return job;
  }

  noteDone(job: Job): void {
    if (this.#running?.job !== job) return;
    const now = performance.now();
    this.#notBeforeMs = now + REST_SHARE * (now - this.#running.sinceMs);
    this.#running = undefined;
  }

  /** True when it was a glimpse: the process died over it, and it is not asked again. */
  drop(job: Job): boolean {
    if (this.#running?.job !== job) return false;
    this.#running = undefined;
    job.fail(new Error('The process ended'));
    return true;
  }

  clear(): void {
    clearTimeout(this.#timer);
    for (const job of this.#waiting.values()) job.fail(new Error('The recogniser stopped'));
    this.#waiting.clear();
  }
}
