import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../../core/context.ts';
import { askForStandby, needStandbyNoLonger } from '../../core/task/ask-for-standby.ts';
import { ProcessStopping } from '../../core/task/task.ts';
import { pollUntil } from '../../core/timing.ts';

/** How long a stopping scribe waits for another one to be in the room. */
const REPLACED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 100;
/** After joining, the other one needs a moment to receive sound. */
const HEARS_AFTER_MS = 1_000;

/**
 * Aborts when the scribe must leave the room: as soon as its lease is lost, or, when its process stops, once another
 * scribe also receives the room and can continue without a gap.
 */
export function whenReplaced(ctx: Ctx, meetingRef: string, stopping: AbortSignal): AbortSignal {
  const leaving = new AbortController();
  const stop = async (): Promise<void> => {
    if (stopping.reason instanceof ProcessStopping)
      await anotherScribe(ctx, meetingRef).catch((error: unknown) =>
        ctx.log.warn('no other scribe could be requested', {
          component: 'scribe',
          meetingRef,
          error,
        }),
      );
    leaving.abort(stopping.reason);
  };
  if (stopping.aborted) void stop();
  else stopping.addEventListener('abort', () => void stop(), { once: true });
  return leaving.signal;
}

async function anotherScribe(ctx: Ctx, meetingRef: string): Promise<void> {
  await askForStandby(ctx, meetingRef);
  const isThere = await pollUntil(
    async () => {
      const there = await ctx.media.listParticipants(meetingRef);
      return there.filter(({ kind }) => kind === 'machine').length > 1;
    },
    { everyMs: LOOK_EVERY_MS, withinMs: REPLACED_WITHIN_MS },
  );
  if (isThere) await delay(HEARS_AFTER_MS);
  else await needStandbyNoLonger(ctx, meetingRef);
}
