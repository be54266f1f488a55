import type { Admission } from '../../../contract/generated/guest-api.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { type JoinInput, joinMeeting } from '../../../src/core/participant/join-meeting.ts';

/** Joins a meeting without a waiting room. */
export async function comeIn(ctx: Ctx, input: JoinInput): Promise<Admission> {
  const joined = await joinMeeting(ctx, input);
  if ('waiting' in joined) throw new Error('the guest waits');
  return joined.admission;
}
