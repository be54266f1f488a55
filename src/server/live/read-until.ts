import type { HeldReads, SharedReads } from './held-reads.ts';

/** How long a guest's page is kept waiting for news; proxies end calls that stay silent for longer. */
const HOLD_MS = 20_000;

export type HeldReading<T> = {
  meetingRef: string;
  /** `shared`: reads by those who were woken together; null for the first read. */
  read: (shared: SharedReads | null) => Promise<T>;
  isNews: (value: T) => boolean;
  /** 20 s unless given. */
  ms?: number;
  /** Reports when the client hangs up. */
  onGone?: ((gone: () => void) => void) | undefined;
  /** Called before each wait. */
  onWait?: () => void;
  /** Called after each wait. Rejects when the caller may no longer read. */
  onWoken?: (shared: SharedReads | null) => Promise<void>;
};

/**
 * The read's result as soon as it is new; otherwise its result when the time is over, the client hangs up or the
 * process stops.
 */
export async function readUntil<T>(
  held: HeldReads,
  { meetingRef, read, isNews, ms = HOLD_MS, onGone, onWait, onWoken }: HeldReading<T>,
): Promise<T> {
  const until = performance.now() + ms;
  let here = true;
  let shared: SharedReads | null = null;
  // The wait begins before the read: a change between the two is not missed.
  let wait = held.waitFor(meetingRef, ms);
  onGone?.(() => {
    here = false;
    wait.cancel();
  });
  try {
    for (;;) {
      const value = await read(shared);
      if (isNews(value) || !here || held.released || performance.now() >= until) return value;
      onWait?.();
      shared = await wait.changed;
      wait = held.waitFor(meetingRef, Math.max(0, until - performance.now()));
      await onWoken?.(shared);
    }
  } finally {
    wait.cancel();
  }
}
