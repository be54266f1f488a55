import { lowerHand } from '../../../core/hand/raise-hand.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function lowerHandRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  const { participant, replayed } = await lowerHand(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    participantRef: call.param('participantRef'),
    call: call.once,
  });
  return answerOnce(200, participant, replayed);
}
