import type { TaskKind } from '../../store/schema.ts';

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

/** Seconds to wait after the failed attempt number `attempt`: 10 x 3^n for artifact jobs, else 1 x 2^n; 60 s or 810 s at most. */
export function retryDelaySeconds(kind: TaskKind, attempt: number): number {
  const failedBefore = Math.max(attempt - 1, 0);
  if (ARTIFACT_JOBS.includes(kind)) return Math.min(10 * 3 ** failedBefore, 810);
  return Math.min(2 ** failedBefore, 60);
}
