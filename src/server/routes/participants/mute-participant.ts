import type { MuteParticipant } from '../../../../contract/generated/api.ts';
import { muteParticipant } from '../../../core/participant/moderate.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function muteParticipantRoute(
  { core }: ServerContext,
  call: ApiCall<MuteParticipant>,
): Promise<Answer> {
  const { participant, replayed } = await muteParticipant(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    participantRef: call.param('participantRef'),
    source: call.body.source ?? 'microphone',
    lock: call.body.lock ?? false,
    call: call.once,
  });
  return answerOnce(200, participant, replayed);
}
