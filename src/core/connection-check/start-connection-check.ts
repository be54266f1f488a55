import type { Ctx } from '../context.ts';
import { newRef } from '../ids.ts';

/** The browser tries one way after the other; each may take ten seconds to fail. */
const TOKEN_SECONDS = 120;

/**
 * A room for one browser alone, which tries the ways to the media server in it. It is in no database, and the media
 * server closes it when it is empty. Rejects with MediaUnavailable.
 */
export async function startConnectionCheck(ctx: Ctx): Promise<{ mediaToken: string }> {
  const room = newRef('chk');
  await ctx.media.openRoom(room, 0);
  const mediaToken = await ctx.media.mintToken({
    meetingRef: room,
    identity: room,
    displayName: '',
    role: 'guest',
    sends: ['microphone'],
    sendsMessages: false,
    ttlSeconds: TOKEN_SECONDS,
  });
  return { mediaToken };
}
