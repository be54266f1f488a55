import type { RemoveParticipant } from '../../../../contract/generated/api.ts';
import { removeParticipant } from '../../../core/participant/moderate.ts';
import type { Answer } from '../../http/answer.ts';
import { answerParticipant } from '../../http/answer-changed.ts';
import { aboutParticipant, type ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function removeParticipantRoute(
  { core }: ServerContext,
  call: ApiCall<RemoveParticipant>,
): Promise<Answer> {
  const { revokeLink = false, mayReturn = false } = call.body;
  const request = { ...aboutParticipant(call), revokeLink, mayReturn };
  return answerParticipant(await removeParticipant(core, request));
}
