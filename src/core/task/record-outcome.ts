import { setTimeout as delay } from 'node:timers/promises';
import { isTransientDatabaseError } from '../is-transient-error.ts';

/** By then the lease is over, and the task is leased again. */
const WITHIN_MS = 45_000;
const AGAIN_MS = 500;

/**
 * Records how a run ended, and tries again while the database is away: otherwise its own process would leave the task
 * alone until the lease has been over for a while. Rejects when the process stops.
 */
export async function recordOutcome(
  stopping: AbortSignal,
  record: () => Promise<void>,
): Promise<void> {
  for (const until = performance.now() + WITHIN_MS; ; await delay(AGAIN_MS))
    try {
      return await record();
    } catch (error) {
      if (stopping.aborted || !isTransientDatabaseError(error) || performance.now() > until)
        throw error;
    }
}
