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

const SCAN_EVERY_MS = 1_000;
/** Where notices tell of every task that is put; the pool closes connections that are idle for 10 s. */
const TOLD_SCAN_EVERY_MS = 9_000;
const SCAN_AGAIN_MS = 50;
const STOP_WITHIN_MS = 5_000;
/** Long tasks are shared with other processes: a few are taken at a time, and who runs more lets others go first. */
const SHARED_AT_ONCE = 4;
const YIELD_MS_FOR_EACH = 5;
const MAX_YIELD_MS = 250;
/** When the database is back, who holds a task extends its lease before others may take it for free. */
const HOLDERS_FIRST_MS = 2_500;

export type TaskRunner = {
  /** Looks for due tasks now instead of at the next second. */
  wake(): void;
  /** Takes no more, tells the running ones to stop, and waits for them, 5 s at most. */
  stop(): Promise<void>;
};

export type RunnerOptions = {
  holder: string;
  handlers: TaskHandlers;
  concurrency?: number;
  /** False: takes no more for now. */
  isAble?: () => boolean;
  /** Somebody calls `wake` at each notice of a task. */
  isTold?: boolean;
  /** The tasks are long: processes with fewer of them take the next ones. */
  isShared?: boolean;
  /** Attends only the meetings that it stands by for, and those that nobody else takes. */
  isReserve?: boolean;
};

/**
 * Runs due tasks of the kinds that have a handler, at most `concurrency` at once, until stopped. A
 * task that fails is tried again later. None is taken while this machine's clock is off.
 */
export function runTasks(ctx: Ctx, options: RunnerOptions): TaskRunner {
  const {
    concurrency = 8,
    isAble = () => true,
    isTold = false,
    isShared = false,
    ...what
  } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let scanning: Promise<void> | undefined;
  let again = false;
  let leaseFromMs = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Answers after how many milliseconds to look again. */
  const scan = async (): Promise<number> => {
    do {
      again = false;
      if (isShared) await letOthersFirst(running.size, stopping.signal);
      const most = isShared ? SHARED_AT_ONCE : concurrency;
      const limit = Math.min(concurrency - running.size, most);
      const mayLease = isAble() && ctx.clock.isRight?.() !== false;
      if (limit <= 0 || !mayLease || performance.now() < leaseFromMs) return SCAN_EVERY_MS;
      const runs = await startDueTasks(ctx, { ...what, limit, signal: stopping.signal });
      for (const run of runs) follow(run);
      if (runs.length === limit) again = true;
    } while (again && !stopping.signal.aborted);
    return isTold ? msUntilNext(ctx, what.handlers) : SCAN_EVERY_MS;
  };
  const follow = (run: Promise<void>): void => {
    const followed = run
      .catch((error: unknown) =>
        ctx.log.error('a task could not be written down', { component: 'task', error }),
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
        return SCAN_EVERY_MS;
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
    stop: async () => {
      clearTimeout(timer);
      stopping.abort(new ProcessStopping('The process stops'));
      await scanning;
      await waitAtMost(Promise.all(running), STOP_WITHIN_MS);
    },
  };
}

/** Shorter than the second in which everybody looks, so that a busy process still comes before the next look. */
async function letOthersFirst(running: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(running * YIELD_MS_FOR_EACH, MAX_YIELD_MS);
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => {});
}

/** Until the next task that has a handler may be due, in milliseconds. */
async function msUntilNext(ctx: Ctx, handlers: TaskHandlers): Promise<number> {
  const kinds = TASK_KINDS.filter((kind) => handlers[kind]);
  const now = ctx.clock.now();
  const next = await findNextTaskTime(ctx.db, kinds, now);
  if (next === null) return TOLD_SCAN_EVERY_MS;
  // What is due and was not taken is about to be taken by somebody else.
  if (next <= now) return SCAN_EVERY_MS;
  return Math.min(Math.max(next.getTime() - now.getTime(), SCAN_AGAIN_MS), TOLD_SCAN_EVERY_MS);
}

/** Takes back at once what a dead process of the same name held. Call it at start, before the runner of that name. */
export function releaseLeases(ctx: Ctx, holder: string): Promise<void> {
  return release(ctx.db, holder);
}

/** Gives to others at once what `holder` had, which is dead since `diedAt` for certain. */
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
