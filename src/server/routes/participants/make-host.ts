import { setRole } from '../../../core/participant/set-role.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function makeHostRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  const { participant, replayed } = await setRole(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    participantRef: call.param('participantRef'),
    call: call.once,
    role: 'host',
  });
  return answerOnce(200, participant, replayed);
}
