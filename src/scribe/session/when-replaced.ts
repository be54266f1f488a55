import type { Ctx } from '../../core/context.ts';
import { askForStandby, needStandbyNoLonger } from '../../core/task/ask-for-standby.ts';
import { ProcessStopping } from '../../core/task/task.ts';
import { pollUntil } from '../../core/timing.ts';

/** How long a stopping scribe waits for another one that receives the room too. */
const REPLACED_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 100;

/**
 * Aborts when the scribe must leave the room: as soon as its lease is lost, or, when its process stops, once another
 * scribe also receives everyone in the room and can continue without a gap.
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
  const isReceived = await pollUntil(
    async () => {
      const there = await ctx.media.listParticipants(meetingRef);
      return there.filter(({ receives }) => receives).length > 1;
    },
    { everyMs: LOOK_EVERY_MS, withinMs: REPLACED_WITHIN_MS },
  );
  if (!isReceived) await needStandbyNoLonger(ctx, meetingRef);
}
