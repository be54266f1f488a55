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
