import type { MuteParticipant } from '../../../../contract/generated/api.ts';
import { muteParticipant } from '../../../core/participant/moderate.ts';
import type { Answer } from '../../http/answer.ts';
import { answerParticipant } from '../../http/answer-changed.ts';
import { aboutParticipant, type ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function muteParticipantRoute(
  { core }: ServerContext,
  call: ApiCall<MuteParticipant>,
): Promise<Answer> {
  const { source = 'microphone', lock = false } = call.body;
  return answerParticipant(
    await muteParticipant(core, { ...aboutParticipant(call), source, lock }),
  );
}
