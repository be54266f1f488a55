import { findParticipant } from '../../store/participant/participant.ts';
import type { Ctx } from '../context.ts';
import { isShutOut } from '../presence/record-presence.ts';
import { withTimeout } from '../timing.ts';

/** Nobody's connection waits longer for a database that does not answer. */
const LOOK_WITHIN_MS = 1_000;

/**
 * Whether the holder of a media token may connect. A token cannot be revoked, and the media server gives out a new
 * one with each connection: with those, someone who was removed could come back for a moment, again and again. While
 * the database does not answer, every valid token is good, so that calls survive that; `correctInRoom` does the rest.
 */
export async function mayConnect(
  ctx: Ctx,
  identity: string,
  lookWithinMs = LOOK_WITHIN_MS,
): Promise<boolean> {
  try {
    return !(await withTimeout(isKeptOut(ctx, identity), lookWithinMs, 'no answer in time'));
  } catch (error) {
    ctx.log.warn('a media token was accepted without a look at its holder', {
      component: 'media',
      error,
    });
    return true;
  }
}

/** Tokens of connection checks, and those that the operator makes, belong to no participant. */
async function isKeptOut(ctx: Ctx, identity: string): Promise<boolean> {
  const participant = await findParticipant(ctx.db, identity);
  return participant !== undefined && isShutOut(ctx, participant);
}
