import type { ModerateRequest } from '../../../../contract/generated/guest-api.ts';
import { moderateMeeting } from '../../../core/participant/moderate-as-host.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function moderateMeetingRoute(
  { core }: ServerContext,
  call: GuestCall<ModerateRequest>,
): Promise<Answer> {
  const { participantSecret, participantRef = null, operation, source, lock } = call.body;
  const proof = { participantRef: call.param('participantRef'), participantSecret };
  const action = { operation, participantRef, ...(source && { source }), ...(lock && { lock }) };
  return answerJson(200, await moderateMeeting(core, proof, action));
}
