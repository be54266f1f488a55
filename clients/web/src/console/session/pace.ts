const SOON_MS = 250;
/** A reload may take several reads, and a key has 600 a minute. */
const MIN_INTERVAL_MS = 5000;

/** Calls `act` soon after a request, once for all that come meanwhile, and at most once in five seconds. */
export function paced(act: () => void): { request(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let freeAtMs = 0;
  const run = () => {
    timer = null;
    freeAtMs = performance.now() + MIN_INTERVAL_MS;
    act();
  };
  return {
    request: () => {
      timer ??= setTimeout(run, Math.max(SOON_MS, freeAtMs - performance.now()));
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
