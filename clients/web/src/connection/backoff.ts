const MAX_RETRY_MS = 8000;
const MIN_RENEWAL_MS = 20_000;
const MAX_RENEWAL_MS = 480_000;

/**
 * The wait before retry `attempt` (from 0). `random` (0 to 1) spreads it, so that the guests of a
 * room do not all retry at once.
 */
export function retryDelayMs(attempt: number, random = Math.random()): number {
  const base = Math.min(MAX_RETRY_MS, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.75 + random / 2));
}

/**
 * When to renew a token: after 60 to 80 % of its lifetime. The bounds hold when the clock of this
 * device is wrong.
 */
export function renewalDelayMs(expiresAt: string, nowMs: number, random = Math.random()): number {
  const lifetimeMs = Date.parse(expiresAt) - nowMs;
  const delayMs = Number.isNaN(lifetimeMs) ? MIN_RENEWAL_MS : lifetimeMs * (0.6 + random * 0.2);
  return Math.round(Math.min(MAX_RENEWAL_MS, Math.max(MIN_RENEWAL_MS, delayMs)));
}

/** Resolves after `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves after `ms` milliseconds, or as soon as the browser reports that the network is back. */
export function sleepUnlessOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const wake = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    globalThis.addEventListener('online', wake, { signal: over.signal });
  });
}
