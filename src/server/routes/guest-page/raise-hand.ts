import type { HandRequest } from '../../../../contract/generated/guest-api.ts';
import { raiseHand } from '../../../core/hand/raise-hand.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function raiseHandRoute(
  { core }: ServerContext,
  call: GuestCall<HandRequest>,
): Promise<Answer> {
  return answerJson(200, await raiseHand(core, proofOf(call), call.body.raised));
}
