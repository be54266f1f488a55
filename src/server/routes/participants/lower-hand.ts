import { lowerHand } from '../../../core/hand/raise-hand.ts';
import type { Answer } from '../../http/answer.ts';
import { answerParticipant } from '../../http/answer-changed.ts';
import { aboutParticipant, type ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function lowerHandRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  return answerParticipant(await lowerHand(core, aboutParticipant(call)));
}
