import type { Ctx } from '../context.ts';
import { orWarn } from '../media-away.ts';
import type { MediaRoom } from '../ports.ts';
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
  await orWarn(ctx, closeAll(ctx, old), 'rooms of connection checks could not be closed');
}

async function closeAll({ media }: Ctx, rooms: MediaRoom[]): Promise<void> {
  while (rooms.length > 0)
    await Promise.all(
      rooms.splice(0, MAX_AT_A_TIME).map(({ meetingRef }) => media.closeRoom(meetingRef)),
    );
}
