import { setTimeout as delay } from 'node:timers/promises';
import { notify } from '../../store/notify.ts';
import { type TaskRow } from '../../store/task.ts';
import {
  completeTask,
  extendLease,
  releasePutAgain,
  rescheduleTask,
} from '../../store/task-run.ts';
import type { Ctx } from '../context.ts';
import { isTransientDatabaseError } from '../is-transient-error.ts';
import { leaseOf, retryDelaySeconds, type Task, type TaskHandler } from './task.ts';

/** Runs one leased task and records its outcome. Rejects only when the database does. */
export async function runTask(
  ctx: Ctx,
  row: TaskRow,
  handler: TaskHandler,
  stopping: AbortSignal,
): Promise<void> {
  const { seconds, heartbeatSeconds } = leaseOf(row.kind);
  const lease = new Lease(seconds * 1000);
  const task: Task = {
    kind: row.kind,
    ref: row.ref,
    attempt: row.attempt,
    leaseId: row.lease_id ?? '',
    isHeld: () => lease.isHeld,
  };
  const heartbeat = setInterval(() => void beat(ctx, task, lease), heartbeatSeconds * 1000);
  const run = signalOfRun(stopping, lease.lost.signal);
  const startedAt = Date.now();
  let failed = false;
  try {
    const outcome = await handler(ctx, task, run.signal);
    await recordOutcome(stopping, () =>
      outcome ? rescheduleTask(ctx.db, task, outcome.again, 0) : completeTask(ctx.db, task),
    );
  } catch (error) {
    failed = !stopping.aborted;
    await giveBack(ctx, task, error, stopping);
  } finally {
    clearInterval(heartbeat);
    run.end();
    trace(ctx, task, { startedAt, failed });
  }
  await recordOutcome(stopping, () => releasePutAgain(ctx.db, task));
}

/** By then the lease is over, and the task is leased again. */
const RECORD_WITHIN_MS = 45_000;
const RECORD_RETRY_MS = 500;

/**
 * Records how a run ended, and tries again while the database is away: otherwise its own process would leave the task
 * alone until the lease has been over for a while. Rejects when the process stops.
 */
async function recordOutcome(stopping: AbortSignal, record: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + RECORD_WITHIN_MS; ; await delay(RECORD_RETRY_MS))
    try {
      return await record();
    } catch (error) {
      if (stopping.aborted || !isTransientDatabaseError(error) || performance.now() > until)
        throw error;
    }
}

/**
 * Aborts with either of the two, until `end`. Node keeps a signal of `AbortSignal.any` that has a listener, and what
 * the listener holds, as long as one of its sources lives: the process's own signal lives forever.
 */
function signalOfRun(
  stopping: AbortSignal,
  lost: AbortSignal,
): { signal: AbortSignal; end(): void } {
  const run = new AbortController();
  const stop = (): void => run.abort(stopping.reason);
  lost.addEventListener('abort', () => run.abort(lost.reason), { once: true });
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  return { signal: run.signal, end: () => stopping.removeEventListener('abort', stop) };
}

/** Waiting tasks run often and do nothing: only runs that took some time, or failed, are worth tracing. */
const MIN_TRACED_MS = 2;

function trace(
  { traces }: Ctx,
  { kind, ref, attempt }: Task,
  { startedAt, failed }: { startedAt: number; failed: boolean },
): void {
  const endedAt = Date.now();
  if (!ref.startsWith('mtg_') || (endedAt - startedAt < MIN_TRACED_MS && !failed)) return;
  const attributes = { 'parley.attempt': attempt };
  traces?.record({
    name: kind,
    meetingRef: ref,
    startedAt,
    endedAt,
    failed,
    isFirst: false,
    attributes,
  });
}

async function giveBack(
  ctx: Ctx,
  task: Task,
  error: unknown,
  stopping: AbortSignal,
): Promise<void> {
  const now = ctx.clock.now();
  if (stopping.aborted) {
    await rescheduleTask(ctx.db, task, now, task.attempt - 1);
    // Another process takes it at once.
    return notify(ctx.db, { topic: 'task', ref: task.ref });
  }
  ctx.log.warn('task failed and will be retried', {
    component: 'task',
    task: task.kind,
    meetingRef: task.ref,
    attempt: task.attempt,
    error,
  });
  const dueAt = new Date(now.getTime() + retryDelaySeconds(task.kind, task.attempt) * 1000);
  await recordOutcome(stopping, () => rescheduleTask(ctx.db, task, dueAt, task.attempt));
}

/** What a run knows about its lease between two answers of the database. */
class Lease {
  readonly lost = new AbortController();
  readonly #ms: number;
  #askedAtMs = performance.now();
  /** The process was suspended for so long that the lease may be over. */
  #isInDoubt = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get isHeld(): boolean {
    return !this.lost.signal.aborted && !this.#isInDoubt && !this.#stoodStill;
  }

  asked(): void {
    this.#isInDoubt ||= this.#stoodStill;
    this.#askedAtMs = performance.now();
  }

  /** A database that does not answer cannot lease the task to anyone else: that is no reason to doubt. */
  answered(): void {
    this.#isInDoubt = false;
  }

  get #stoodStill(): boolean {
    return performance.now() - this.#askedAtMs >= this.#ms;
  }
}

async function beat(ctx: Ctx, task: Task, lease: Lease): Promise<void> {
  lease.asked();
  const until = new Date(ctx.clock.now().getTime() + leaseOf(task.kind).seconds * 1000);
  try {
    if (!(await extendLease(ctx.db, task, until)))
      lease.lost.abort(new Error("The task's lease was lost"));
  } catch (error) {
    ctx.log.warn('lease not extended', {
      component: 'task',
      task: task.kind,
      meetingRef: task.ref,
      error,
    });
  }
  lease.answered();
}
