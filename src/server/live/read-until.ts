import type { HeldReads } from './held-reads.ts';

/** How long a guest's page is kept waiting for news; proxies end calls that stay silent for longer. */
const HOLD_MS = 20_000;

/** The read's result as soon as it is new; otherwise its result when the time is over or the process stops. */
export async function readUntil<T>(
  held: HeldReads,
  reading: { meetingRef: string; read: () => Promise<T>; isNews: (value: T) => boolean },
): Promise<T> {
  const { meetingRef, read, isNews } = reading;
  const until = performance.now() + HOLD_MS;
  for (;;) {
    // The wait begins before the read: a change between the two is not missed.
    const wait = held.waitFor(meetingRef, Math.max(0, until - performance.now()));
    const value = await read().catch((error: unknown) => {
      wait.cancel();
      throw error;
    });
    if (isNews(value) || held.released || performance.now() >= until) {
      wait.cancel();
      return value;
    }
    await wait.changed;
  }
}
