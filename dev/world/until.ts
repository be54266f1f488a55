import { setTimeout as delay } from 'node:timers/promises';

/** Calls `ask` every 100 ms until it returns neither undefined nor false. Fails after `withinMs`, naming `what`. */
export async function until<T>(
  what: string,
  withinMs: number,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > giveUpAt) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    await delay(100);
  }
}

const LOOK_EVERY_MS = 50;
/** What one look counts at most. */
const MAX_LOOK_MS = 100;

/**
 * For a promised time: calls `ask` again and again until it returns true, and fails after `withinMs`. Counts only time
 * in which the machine keeps pace: where it is stopped or busy, a look takes longer, and so does what is promised. So
 * `ask` should go to the servers that keep the promise.
 */
export async function inTime(
  what: string,
  withinMs: number,
  ask: () => Promise<boolean>,
): Promise<void> {
  for (let passedMs = 0; passedMs <= withinMs;) {
    const begunMs = performance.now();
    if (await ask()) return;
    await delay(LOOK_EVERY_MS);
    passedMs += Math.min(performance.now() - begunMs, MAX_LOOK_MS);
  }
  throw new Error(`not within ${withinMs} ms: ${what}`);
}
