import type { Ctx } from '../context.ts';

export type Task = {
  kind: string;
  ref: string;
  /** 1 at the first try; counts runs that died as well. */
  attempt: number;
  leasedBy: string;
};

/** Nothing: the task is done. Or when it is due again. */
export type TaskOutcome = { again: Date } | undefined;

/** Does a task; may run twice, so it must be safe to repeat. `signal` says that the process stops. Throwing means: try again later. */
export type TaskHandler = (
  ctx: Ctx,
  task: Task,
  signal: AbortSignal,
) => Promise<TaskOutcome | void>;
export type TaskHandlers = { readonly [kind: string]: TaskHandler };
