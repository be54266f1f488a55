const IDLE_WITHIN_MS = 2000;

/**
 * Runs when the page has nothing else to do; returns a function that stops it. Safari has no idle
 * callback.
 */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const idle = requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(run, IDLE_WITHIN_MS / 4);
  return () => clearTimeout(timer);
}
