import type { Ctx } from '../context.ts';
import { waitAtMost } from '../timing.ts';
import { newMediaWatch } from './media-watch.ts';
import { reconcileMeetings } from './reconcile-meetings.ts';

const EVERY_MS = 30_000;
const STOP_WITHIN_MS = 3_000;

/** Reconciles now, and again 30 s after each run, until stopped; `stop` waits up to 3 s for a run under way. */
export function keepReconciling(ctx: Ctx): { stop(): Promise<void> } {
  const watch = newMediaWatch();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      if (ctx.clock.isRight?.() !== false) await reconcileMeetings(ctx, watch);
    } catch (error) {
      ctx.log.error('meetings could not be reconciled', { component: 'meeting', error });
    }
    if (!stopped) timer = setTimeout(() => (running = run()), EVERY_MS);
  };
  let running = run();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await waitAtMost(running, STOP_WITHIN_MS);
    },
  };
}
