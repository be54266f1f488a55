import type { ParticipantProof } from '../../../../contract/generated/guest-api.ts';
import { renewAdmission } from '../../../core/participant/renew-admission.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function renewAdmissionRoute(
  { core }: ServerContext,
  call: GuestCall<ParticipantProof>,
): Promise<Answer> {
  return answerJson(200, await renewAdmission(core, proofOf(call)));
}
