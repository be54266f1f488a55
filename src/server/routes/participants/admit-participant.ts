import { admitParticipant } from '../../../core/waiting/decide-waiting.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function admitParticipantRoute(
  { core }: ServerContext,
  call: ApiCall,
): Promise<Answer> {
  const { participant, replayed } = await admitParticipant(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    participantRef: call.param('participantRef'),
    call: call.once,
  });
  return answerOnce(200, participant, replayed);
}
