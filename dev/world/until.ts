import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `ask` every 100 ms until it returns neither undefined nor false. Fails after `withinMs`, naming `what`, but
 * asks once more then: this process may have stood still meanwhile.
 */
export async function until<T>(
  what: string,
  withinMs: number,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const isLast = Date.now() > giveUpAt;
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (isLast) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    await delay(100);
  }
}
