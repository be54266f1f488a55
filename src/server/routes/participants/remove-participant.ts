import type { RemoveParticipant } from '../../../../contract/generated/api.ts';
import { removeParticipant } from '../../../core/participant/moderate.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function removeParticipantRoute(
  { core }: ServerContext,
  call: ApiCall<RemoveParticipant>,
): Promise<Answer> {
  const { participant, replayed } = await removeParticipant(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    participantRef: call.param('participantRef'),
    revokeLink: call.body.revokeLink ?? false,
    mayReturn: call.body.mayReturn ?? false,
    call: call.once,
  });
  return answerOnce(200, participant, replayed);
}
