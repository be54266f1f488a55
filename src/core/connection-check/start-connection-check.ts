import type { Ctx } from '../context.ts';
import { newRef } from '../ids.ts';

/** The browser tries one transport after another; each may take ten seconds to fail. */
export const CHECK_SECONDS = 120;
export const CHECK_PREFIX = 'chk';

/**
 * A room in which one browser, alone, tries its transports to the media server. It is in no database. The media server
 * closes it when it is empty; `endOldChecks` does when it is not. Rejects with MediaUnavailable.
 */
export async function startConnectionCheck(ctx: Ctx): Promise<{ mediaToken: string }> {
  const room = newRef(CHECK_PREFIX);
  await ctx.media.openRoom(room, 0);
  const mediaToken = await ctx.media.mintToken({
    meetingRef: room,
    identity: room,
    displayName: '',
    role: 'guest',
    sends: ['microphone'],
    sendsMessages: false,
    ttlSeconds: CHECK_SECONDS,
  });
  return { mediaToken };
}
