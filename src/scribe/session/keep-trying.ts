import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../core/ports.ts';
import { TranscriptGone } from '../../core/transcript/transcript-gone.ts';

const WAIT_MS = { first: 200, most: 5_000 };

/** Repeats `work` with growing waits (0.2 s to 5 s) until it succeeds; rejects only when `signal` is aborted or the transcript is gone. */
export async function keepTrying<T>(
  log: Log,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let waitMs = WAIT_MS.first; ; waitMs = Math.min(2 * waitMs, WAIT_MS.most)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (error instanceof TranscriptGone) throw error;
      log.warn('the scribe cannot write down its progress and tries again', {
        component: 'scribe',
        error,
      });
    }
    await delay(waitMs, undefined, { signal });
  }
}
