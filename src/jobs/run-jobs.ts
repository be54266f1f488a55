import type { Ctx } from '../core/context.ts';
import { runTasks, type TaskRunner } from '../core/task/run-tasks.ts';
import { deliveryHandlers, taskHandlers } from './task-handlers.ts';

/** Webhook deliveries under way at once. */
const MAX_DELIVERIES = 24;
/** A language model may answer only one question at a time, so more summaries at once would only wait. */
const MAX_SUMMARIES = 4;

/**
 * Everything that a worker does. Summaries and deliveries have their own runners, so that neither a
 * slow language model nor slow receivers delay meetings.
 */
export function runJobs(ctx: Ctx, holder: string): TaskRunner {
  const { write_summary, ...quick } = taskHandlers;
  const told = { holder, isTold: true };
  const runners = [
    runTasks(ctx, { ...told, handlers: quick }),
    runTasks(ctx, { ...told, handlers: { write_summary }, concurrency: MAX_SUMMARIES }),
    runTasks(ctx, { ...told, handlers: deliveryHandlers(), concurrency: MAX_DELIVERIES }),
  ];
  return {
    wake: () => {
      for (const runner of runners) runner.wake();
    },
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
