import type { Ctx } from '../../core/context.ts';
import { askForStandby, needStandbyNoLonger } from '../../core/task/ask-for-standby.ts';
import { ProcessStopping } from '../../core/task/task.ts';
import { pollUntil, waitAtMost } from '../../core/timing.ts';

/** How long a stopping scribe stays in the room until another one receives everyone. */
const REPLACED_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 100;

type Leaving = {
  meetingRef: string;
  /** Our own identities in the room: the media server is late to forget one whose connection broke. */
  identities: ReadonlySet<string>;
  attendance: { readonly isMidUtterance: boolean };
  stopping: AbortSignal;
};

/**
 * `signal` aborts when the scribe must leave the room: as soon as its lease is lost, or, when its process stops, once
 * another scribe also receives everyone in the room, if possible between two utterances. `receivedSinceMs`: since when
 * it does, in ms since 1970; Infinity while none does.
 */
export function whenReplaced(ctx: Ctx, { meetingRef, identities, attendance, stopping }: Leaving) {
  const left = new AbortController();
  const leaving = { signal: left.signal, receivedSinceMs: Infinity };
  const isReceived = async (): Promise<boolean> => {
    if (leaving.receivedSinceMs < Infinity) return true;
    // A media server that does not answer now may answer the next look.
    const there = await ctx.media.listParticipants(meetingRef).catch(() => []);
    if (!there.some(({ identity, receives }) => receives && !identities.has(identity)))
      return false;
    leaving.receivedSinceMs = ctx.clock.now().getTime();
    return true;
  };
  const isGoodMoment = async () => (await isReceived()) && !attendance.isMidUtterance;
  const stop = async (): Promise<void> => {
    if (stopping.reason instanceof ProcessStopping) {
      const another = anotherScribe(ctx, meetingRef, isGoodMoment).catch((error: unknown) =>
        ctx.log.warn('no other scribe could be requested', {
          component: 'scribe',
          meetingRef,
          error,
        }),
      );
      // The database or the media server may take longer to answer.
      await waitAtMost(another, REPLACED_WITHIN_MS);
    }
    left.abort(stopping.reason);
  };
  if (stopping.aborted) void stop();
  else stopping.addEventListener('abort', () => void stop(), { once: true });
  return leaving;
}

async function anotherScribe(
  ctx: Ctx,
  meetingRef: string,
  isGoodMoment: () => Promise<boolean>,
): Promise<void> {
  await askForStandby(ctx, meetingRef);
  const isFound = await pollUntil(isGoodMoment, {
    everyMs: LOOK_EVERY_MS,
    withinMs: REPLACED_WITHIN_MS,
  });
  // Once taken, it stays.
  if (!isFound) await needStandbyNoLonger(ctx, meetingRef);
}
