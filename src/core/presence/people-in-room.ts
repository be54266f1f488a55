import type { Ctx } from '../context.ts';

/**
 * Identities of the people whom the media server sees there; machines are not people. Rejects with
 * MediaUnavailable.
 */
export async function peopleInRoom(ctx: Ctx, meetingRef: string): Promise<string[]> {
  const participants = await ctx.media.listParticipants(meetingRef);
  return participants.filter((one) => one.kind === 'person').map((one) => one.identity);
}
