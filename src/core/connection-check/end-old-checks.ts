import type { Ctx } from '../context.ts';
import { type MediaRoom, MediaUnavailable } from '../ports.ts';
import { CHECK_PREFIX, CHECK_SECONDS } from './start-connection-check.ts';

const MAX_AT_A_TIME = 20;

/**
 * Closes rooms of connection checks whose time is over: a connection outlives its token. A room's creation time is by
 * the media server's clock; if the clocks differed by that much, tokens would be invalid anyway.
 */
export async function endOldChecks(ctx: Ctx, rooms: readonly MediaRoom[]): Promise<void> {
  const openedBefore = ctx.clock.now().getTime() - CHECK_SECONDS * 1000;
  const old = rooms.filter(
    ({ meetingRef, createdAt }) =>
      meetingRef.startsWith(`${CHECK_PREFIX}_`) && createdAt.getTime() < openedBefore,
  );
  try {
    while (old.length > 0)
      await Promise.all(
        old.splice(0, MAX_AT_A_TIME).map(({ meetingRef }) => ctx.media.closeRoom(meetingRef)),
      );
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    ctx.log.warn('rooms of connection checks could not be closed', { component: 'media', error });
  }
}
