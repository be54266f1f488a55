import { randomUUID } from 'node:crypto';
import type { Log } from '../../core/ports.ts';
import { type Count, POLICIES, rateLimits, type RateLimits, type Rates } from './rate-limits.ts';

/** Calls are gathered for this long; meanwhile processes may together exceed a limit. */
const TELL_AFTER_MS = 200;
/** PostgreSQL takes notices of less than 8,000 bytes. */
const COUNTS_IN_A_NOTICE = 60;

type Told = { from: string; counts: Count[] };

/**
 * Limits of several `api` processes with one database: each tells the others, by `send`, what it counted. A limit is
 * exceeded by at most what comes within a fifth of a second. Without the database, each process counts on its own.
 */
export function shareRates(
  rates: Rates,
  { send, log }: { send: (notice: string) => Promise<void>; log: Log },
): { limits: RateLimits; hear(notice: string): void } {
  const from = randomUUID();
  let gathered = new Map<string, Count>();
  const limits = rateLimits(rates, ({ policy, who, calls }) => {
    const key = `${policy} ${who}`;
    const before = gathered.get(key)?.calls ?? 0;
    if (gathered.size === 0) setTimeout(tell, TELL_AFTER_MS).unref();
    gathered.set(key, { policy, who, calls: before + calls });
  });

  function tell(): void {
    const counts = [...gathered.values()];
    gathered = new Map();
    for (let at = 0; at < counts.length; at += COUNTS_IN_A_NOTICE) {
      const told: Told = { from, counts: counts.slice(at, at + COUNTS_IN_A_NOTICE) };
      send(JSON.stringify(told)).catch((error: unknown) =>
        log.debug('counts could not be sent to the other processes', { error }),
      );
    }
  }

  return {
    limits,
    hear: (notice) => {
      const told = readTold(notice);
      if (told && told.from !== from) for (const count of told.counts) limits.addCount(count);
    },
  };
}

/** Null for what a stranger or another version may have written. */
function readTold(notice: string): Told | null {
  try {
    const { from, counts } = JSON.parse(notice) as { from: unknown; counts: unknown };
    return typeof from === 'string' && Array.isArray(counts) && counts.every(isCount)
      ? { from, counts }
      : null;
  } catch {
    return null;
  }
}

function isCount(value: unknown): value is Count {
  const { policy, who, calls } = (value ?? {}) as Record<keyof Count, unknown>;
  return (
    POLICIES.some((name) => name === policy) &&
    typeof who === 'string' &&
    Number.isSafeInteger(calls) &&
    Number(calls) > 0
  );
}
