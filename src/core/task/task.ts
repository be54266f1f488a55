import type { TaskKind } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';

export type Task = {
  kind: TaskKind;
  ref: string;
  /** 1 at the first try; counts runs that died as well. */
  attempt: number;
  leaseId: string;
};

/** Nothing: the task is done. Or when it is due again. */
export type TaskOutcome = { again: Date } | undefined;

/**
 * Does a task; may run twice, so it must be safe to repeat. `signal` says that the process stops or the lease is lost.
 * Throwing means: try again later.
 */
export type TaskHandler = (
  ctx: Ctx,
  task: Task,
  signal: AbortSignal,
) => Promise<TaskOutcome | void>;
export type TaskHandlers = { readonly [kind in TaskKind]?: TaskHandler };

/** What a worker does; the scribe attends meetings, and a runner of its own delivers webhooks. */
export type WorkerTaskKind = Exclude<TaskKind, 'attend_meeting' | 'deliver_webhook'>;
