import type { Log } from '../../core/ports.ts';
import { retry } from '../../core/timing.ts';
import { LeaseOver, TranscriptGone } from '../../core/transcript/append-utterance.ts';

const BACKOFF = { firstMs: 200, maxMs: 5_000 };

/**
 * Repeats `work` with a backoff from 0.2 s to 5 s until it succeeds. Rejects only when `signal` is
 * aborted, the transcript is gone, or another run has the meeting.
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
      if (error instanceof TranscriptGone || error instanceof LeaseOver) throw error;
      log.warn('the scribe cannot store its progress and tries again', {
        component: 'scribe',
        error,
      });
    },
  });
}
