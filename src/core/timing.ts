// Backoff, retry and time limits, for every layer. Nothing here is a rule of the product.
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

type Backoff = { firstMs: number; maxMs: number; factor?: number };

/** How long to wait after `failures` failures in a row, in ms: `firstMs` after the first, then times `factor` (2). */
export function backoffMs(failures: number, { firstMs, maxMs, factor = 2 }: Backoff): number {
  return Math.min(firstMs * factor ** Math.max(failures - 1, 0), maxMs);
}

type RetryOptions = Backoff & {
  signal: AbortSignal;
  /** Called after each failure; what it throws ends the retries. */
  onFailure(error: unknown): void;
};

/** Repeats `work` with growing waits until it succeeds. Rejects when `signal` is aborted or `onFailure` throws. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let failures = 1; ; failures++) {
    options.signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      options.onFailure(error);
    }
    await delay(backoffMs(failures, options), undefined, { signal: options.signal });
  }
}

/** The outcome of `work`; rejects with `message` when that takes longer than `ms`. */
export async function withTimeout<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(async () => {
    // A process that was suspended first takes what has arrived meanwhile.
    await turn();
    throw new Error(message);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}

/** Waits for `work`, but no longer than `ms`. Rejects when `work` does. */
export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work, late]).finally(() => timer.abort());
}

/**
 * Wakes all who wait for it. For waits in a loop: racing against one long-lived promise would leave a reaction on it
 * with each turn, until it settles.
 */
export class Bell {
  #coming = Promise.withResolvers<void>();

  /** Bound, so that it can be passed as a callback. */
  readonly ring = (): void => {
    this.#coming.resolve();
    this.#coming = Promise.withResolvers<void>();
  };

  /** The next ring from now on. */
  next(): Promise<void> {
    return this.#coming.promise;
  }

  /** Waits for `next`; rings the bell itself after `ms`. */
  async within(next: Promise<void>, ms: number): Promise<void> {
    const timer = setTimeout(this.ring, ms);
    await next;
    clearTimeout(timer);
  }
}

/** Checks every `everyMs` whether it is done; false when it is not within `withinMs`. */
export async function pollUntil(
  isDone: () => boolean | Promise<boolean>,
  { everyMs, withinMs }: { everyMs: number; withinMs: number },
): Promise<boolean> {
  for (const until = performance.now() + withinMs; ; await delay(everyMs)) {
    // A process that was suspended looks once more.
    const isLast = performance.now() >= until;
    if (await isDone()) return true;
    if (isLast) return false;
  }
}

/** How long a Retry-After header asks to wait, in ms; null when it does not say (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null | undefined): number | null {
  if (header === null || header === undefined) return null;
  if (/^\d+(?:\.\d+)?$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
