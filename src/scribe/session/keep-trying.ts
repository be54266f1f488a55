import type { Log } from '../../core/ports.ts';
import { retry } from '../../core/timing.ts';
import { TranscriptGone } from '../../core/transcript/read-transcript.ts';

const BACKOFF = { firstMs: 200, maxMs: 5_000 };

/**
 * Repeats `work` with growing waits (0.2 s to 5 s) until it succeeds; rejects only when `signal` is
 * aborted or the transcript is gone.
 */
export async function keepTrying<T>(
  log: Log,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return retry(work, {
    ...BACKOFF,
    signal,
    onFailure: (error) => {
      if (error instanceof TranscriptGone) throw error;
      log.warn('the scribe cannot write down its progress and tries again', {
        component: 'scribe',
        error,
      });
    },
  });
}
