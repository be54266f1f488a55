import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import { waitAtMost } from '../timing.ts';
import { startDueTasks } from './run-due-tasks.ts';
import { leaseOf, ProcessStopping, SCRIBE_KINDS, type TaskHandlers } from './task.ts';
import { TASK_KINDS } from '../../store/schema.ts';
import { findNextTaskTime } from '../../store/task.ts';
import {
  releaseLeases as release,
  releaseLeasesOfDead as releaseOfDead,
} from '../../store/task-run.ts';
import { notify } from '../../store/notify.ts';

/** A notice of a new task may be lost; the pool closes connections that are idle for 10 s. */
const SCAN_EVERY_MS = 9_000;
/** While due tasks may be left: this runner has no room, is not able, or could not read them. */
const SCAN_SOON_MS = 1_000;
const SCAN_AGAIN_MS = 50;
const STOP_WITHIN_MS = 5_000;
/** Long tasks are shared between processes: each takes a few at a time, and those that run more let others go first. */
const SHARED_AT_ONCE = 4;
const YIELD_MS_FOR_EACH = 5;
const MAX_YIELD_MS = 250;
/** When the database is back, holders of tasks get time to extend their leases before others may take the tasks. */
const HOLDERS_FIRST_MS = 2_500;

export type TaskRunner = {
  /** Looks for due tasks now instead of at the next scan: at each notice of a task. */
  wake(): void;
  /** Takes no more, tells the running ones to stop, and waits for them, 5 s at most unless told otherwise. */
  stop(withinMs?: number): Promise<void>;
};

type RunnerOptions = {
  holder: string;
  handlers: TaskHandlers;
  concurrency?: number;
  /** False: takes no more for now. */
  isAble?: () => boolean;
  /** The tasks are long: processes with fewer of them take the next ones. */
  isShared?: boolean;
  /** Attends only the meetings for which it is on standby, and those that nobody else takes. */
  isReserve?: boolean;
};

/**
 * Runs due tasks of the kinds that have a handler, at most `concurrency` at once, until stopped. A
 * failed task is retried later. Takes none while this machine's clock is off.
 */
export function runTasks(ctx: Ctx, options: RunnerOptions): TaskRunner {
  const { concurrency = 8, isAble = () => true, isShared = false, ...what } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let scanning: Promise<void> | undefined;
  let again = false;
  let leaseFromMs = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Returns after how many milliseconds to look again. */
  const scan = async (): Promise<number> => {
    do {
      again = false;
      if (isShared) await letOthersFirst(running.size, stopping.signal);
      const most = isShared ? SHARED_AT_ONCE : concurrency;
      const limit = Math.min(concurrency - running.size, most);
      const mayLease = isAble() && ctx.clock.isRight?.() !== false;
      if (limit <= 0 || !mayLease || performance.now() < leaseFromMs) return SCAN_SOON_MS;
      const runs = await startDueTasks(ctx, { ...what, limit, signal: stopping.signal });
      for (const run of runs) follow(run);
      if (runs.length === limit) again = true;
    } while (again && !stopping.signal.aborted);
    return msUntilNext(ctx, what.handlers);
  };
  const follow = (run: Promise<void>): void => {
    const followed = run
      .catch((error: unknown) =>
        ctx.log.error("a task's outcome could not be recorded", { component: 'task', error }),
      )
      .finally(() => {
        running.delete(followed);
        wake();
      });
    running.add(followed);
  };
  const wake = (): void => {
    if (stopping.signal.aborted) return;
    again = true;
    clearTimeout(timer);
    scanning ??= scan()
      .catch((error: unknown) => {
        leaseFromMs = performance.now() + HOLDERS_FIRST_MS;
        ctx.log.error('due tasks could not be read', { component: 'task', error });
        return SCAN_SOON_MS;
      })
      .then((againMs) => {
        scanning = undefined;
        clearTimeout(timer);
        if (again && running.size < concurrency) wake();
        else if (!stopping.signal.aborted) timer = setTimeout(wake, againMs);
      });
  };
  wake();
  return {
    wake,
    stop: async (withinMs = STOP_WITHIN_MS) => {
      clearTimeout(timer);
      stopping.abort(new ProcessStopping('The process stops'));
      // A database that hangs delays the look for due tasks as well.
      const ended = Promise.resolve(scanning).then(() => Promise.all(running));
      await waitAtMost(ended, withinMs);
    },
  };
}

/** Waits less than the second between two scans, so that a busy process still gets its turn before the next one. */
async function letOthersFirst(running: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(running * YIELD_MS_FOR_EACH, MAX_YIELD_MS);
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => {});
}

/** Until the next task that has a handler may be due, in milliseconds. */
async function msUntilNext(ctx: Ctx, handlers: TaskHandlers): Promise<number> {
  const kinds = TASK_KINDS.filter((kind) => handlers[kind]);
  const now = ctx.clock.now();
  const next = await findNextTaskTime(ctx.db, kinds, now);
  if (next === null) return SCAN_EVERY_MS;
  // What is due and was not taken is about to be taken by another process.
  if (next <= now) return SCAN_SOON_MS;
  return Math.min(Math.max(next.getTime() - now.getTime(), SCAN_AGAIN_MS), SCAN_EVERY_MS);
}

/** Releases what a dead process of the same name held. Call it at startup, before the runner of that name. */
export function releaseLeases(ctx: Ctx, holder: string): Promise<void> {
  return release(ctx.db, holder);
}

/** Releases what `holder` had, which is known to be dead since `diedAt`. */
export async function releaseLeasesOfDead(
  ctx: Ctx,
  { holder, diedAt }: { holder: string; diedAt: Date },
): Promise<void> {
  for (const kind of SCRIBE_KINDS) {
    const heldUntil = new Date(diedAt.getTime() + leaseOf(kind).seconds * 1000);
    await releaseOfDead(ctx.db, { kind, holder, heldUntil, now: ctx.clock.now() });
  }
  await notify(ctx.db, { topic: 'task', ref: '' });
}
