import type { Ctx } from '../context.ts';
import { MediaUnavailable } from '../ports.ts';
import { Problem } from '../problem.ts';

const RETRY_AFTER_SECONDS = 3;

/** The sid of the meeting's room, made if there is none. Problem unavailable when the media server does not answer. */
export async function openMediaRoom(ctx: Ctx, meetingRef: string): Promise<string> {
  try {
    return await ctx.media.openRoom(meetingRef);
  } catch (error) {
    if (error instanceof MediaUnavailable)
      throw new Problem('unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: error });
    throw error;
  }
}
