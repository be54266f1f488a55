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
const WITHIN_MS = 60_000;

/** The reads of spools, each repeated while the sound cannot be read for a reason that may pass. */
export class SpoolReads {
  /** By track: when reads of it failed since the last that did not. Its other ranges do not wait as long again. */
  readonly #failing = new Map<string, { sinceMs: number; lastMs: number }>();

  async again<T>(
    trackRef: string,
    read: () => Promise<T>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<T> {
    // Not since the beginning, as the range may wait long for its turn.
    let sinceMs = Infinity;
    const result = await retry(read, {
      ...BACKOFF,
      signal,
      onFailure: (error) => {
        if (!(error instanceof RangeFailed && MAY_PASS.has(error.code ?? ''))) throw error;
        const now = performance.now();
        const known = this.#failing.get(trackRef);
        const failing = known && now - known.lastMs < WITHIN_MS ? known : { sinceMs: now };
        this.#failing.set(trackRef, { ...failing, lastMs: now });
        sinceMs = Math.min(sinceMs, failing.sinceMs);
        if (now - sinceMs > WITHIN_MS) throw error;
      },
    });
    this.#failing.delete(trackRef);
    return result;
  }
}
