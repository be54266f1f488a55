import type { Ctx } from '../../core/context.ts';
import { askForStandby, needStandbyNoLonger } from '../../core/task/ask-for-standby.ts';
import { ProcessStopping } from '../../core/task/task.ts';
import { pollUntil } from '../../core/timing.ts';

/** How long a stopping scribe stays in the room for that. */
const REPLACED_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 100;

type Leaving = {
  meetingRef: string;
  attendance: { readonly isMidUtterance: boolean };
  stopping: AbortSignal;
};

/**
 * Aborts when the scribe must leave the room: as soon as its lease is lost, or, when its process stops, once another
 * scribe also receives everyone in the room and can continue without a gap, if possible between two utterances.
 */
export function whenReplaced(ctx: Ctx, { stopping, ...leaving }: Leaving): AbortSignal {
  const left = new AbortController();
  const stop = async (): Promise<void> => {
    if (stopping.reason instanceof ProcessStopping)
      await anotherScribe(ctx, leaving).catch((error: unknown) =>
        ctx.log.warn('no other scribe could be requested', {
          component: 'scribe',
          meetingRef: leaving.meetingRef,
          error,
        }),
      );
    left.abort(stopping.reason);
  };
  if (stopping.aborted) void stop();
  else stopping.addEventListener('abort', () => void stop(), { once: true });
  return left.signal;
}

async function anotherScribe(
  ctx: Ctx,
  { meetingRef, attendance }: Omit<Leaving, 'stopping'>,
): Promise<void> {
  await askForStandby(ctx, meetingRef);
  let isReceived = false;
  const isGoodMoment = async (): Promise<boolean> => {
    const there = await ctx.media.listParticipants(meetingRef);
    isReceived = there.filter(({ receives }) => receives).length > 1;
    return isReceived && !attendance.isMidUtterance;
  };
  await pollUntil(isGoodMoment, { everyMs: LOOK_EVERY_MS, withinMs: REPLACED_WITHIN_MS });
  if (!isReceived) await needStandbyNoLonger(ctx, meetingRef);
}
