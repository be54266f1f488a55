import type { TaskKind } from '../../store/schema.ts';
import { backoffMs } from '../timing.ts';

/** Attempts at an artifact job before the artifact is finished as failed. */
export const MAX_ARTIFACT_ATTEMPTS = 5;

const ARTIFACT_JOBS: readonly TaskKind[] = [
  'finish_transcript',
  'write_summary',
  'transcript_deadline',
  'summary_deadline',
];

/** How long a lease holds, and how often it is extended. A dead scribe must be replaced quickly. */
export function leaseOf(kind: TaskKind): { seconds: number; heartbeatSeconds: number } {
  return kind === 'attend_meeting'
    ? { seconds: 15, heartbeatSeconds: 5 }
    : { seconds: 120, heartbeatSeconds: 30 };
}

/**
 * Seconds to wait after the failed attempt number `attempt`: from 10 s, times 3 for artifact jobs;
 * else from 1 s, times 2.
 */
export function retryDelaySeconds(kind: TaskKind, attempt: number): number {
  const backoff = ARTIFACT_JOBS.includes(kind)
    ? { firstMs: 10_000, maxMs: 810_000, factor: 3 }
    : { firstMs: 1_000, maxMs: 60_000 };
  return backoffMs(attempt, backoff) / 1000;
}
