import type { TaskKind } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';
import { backoffMs } from '../timing.ts';

export type Task = {
  kind: TaskKind;
  ref: string;
  /** 1 at the first attempt; also counts runs that died. */
  attempt: number;
  leaseId: string;
  /** False when this process has been unable to extend the lease for so long that another may have the task. */
  isHeld(): boolean;
};

/** Nothing when the task is done, otherwise when it is due again. */
export type TaskOutcome = { again: Date } | undefined;

/**
 * Does a task; may run twice, so it must be safe to repeat. `signal` aborts if the process stops or the lease is lost.
 * Throwing means: try again later.
 */
export type TaskHandler = (
  ctx: Ctx,
  task: Task,
  signal: AbortSignal,
) => Promise<TaskOutcome | void>;
/** Abort reason of a run that should stop: it still has its lease, and may hand over what it did. */
export class ProcessStopping extends Error {}

export type TaskHandlers = { readonly [kind in TaskKind]?: TaskHandler };

/** What a worker does; the scribe attends meetings, and a separate runner delivers webhooks. */
export type WorkerTaskKind = Exclude<TaskKind, ScribeTaskKind | 'deliver_webhook'>;

export const SCRIBE_KINDS = ['attend_meeting', 'stand_by'] as const satisfies TaskKind[];
export type ScribeTaskKind = (typeof SCRIBE_KINDS)[number];

/** Attempts at an artifact job before the artifact is finished as failed. */
export const MAX_ARTIFACT_ATTEMPTS = 5;

const ARTIFACT_JOBS: readonly TaskKind[] = [
  'finish_transcript',
  'write_summary',
  'transcript_deadline',
  'summary_deadline',
];

/**
 * How long a lease lasts, and how often it is extended. What is said while a meeting has no scribe is
 * lost; a killed worker's summary waits until its lease ends.
 */
export function leaseOf(kind: TaskKind): { seconds: number; heartbeatSeconds: number } {
  if (kind === 'attend_meeting') return { seconds: 2, heartbeatSeconds: 0.8 };
  if (kind === 'stand_by') return { seconds: 6, heartbeatSeconds: 2 };
  return { seconds: 30, heartbeatSeconds: 8 };
}

/**
 * Seconds to wait after the failed attempt number `attempt`: from 10 s, times 3 for artifact jobs; else from 1 s,
 * times 2. What is said while a meeting waits for its scribe is lost, so that is 5 s at most.
 */
export function retryDelaySeconds(kind: TaskKind, attempt: number): number {
  const backoff = ARTIFACT_JOBS.includes(kind)
    ? { firstMs: 10_000, maxMs: 810_000, factor: 3 }
    : { firstMs: 1_000, maxMs: kind === 'attend_meeting' ? 5_000 : 60_000 };
  return backoffMs(attempt, backoff) / 1000;
}
