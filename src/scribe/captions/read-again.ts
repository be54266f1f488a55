import { RangeFailed } from '../../core/ports.ts';
import { retry } from '../../core/timing.ts';

/** The disk, a network file system or the process may be able to read the same file a moment later. */
const MAY_PASS = new Set([
  'EAGAIN',
  'EBUSY',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ESTALE',
  'ETIMEDOUT',
]);
const BACKOFF = { firstMs: 250, maxMs: 4_000 };
/** How long sound may be unreadable before it counts as lost. */
const WITHIN_MS = 30_000;

/** Repeats `work`, which reads a spool, while the sound cannot be read for a reason that may pass. */
export function readAgain<T>(
  work: () => Promise<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  const untilMs = performance.now() + WITHIN_MS;
  return retry(work, {
    ...BACKOFF,
    signal,
    onFailure: (error) => {
      const mayPass = error instanceof RangeFailed && MAY_PASS.has(error.code ?? '');
      if (!mayPass || performance.now() > untilMs) throw error;
    },
  });
}
