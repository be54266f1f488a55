import type { ParticipantProof } from '../../../../contract/generated/guest-api.ts';
import { noteConnected } from '../../../core/participant/note-connected.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function noteConnectedRoute(
  { core }: ServerContext,
  call: GuestCall<ParticipantProof>,
): Promise<Answer> {
  return answerJson(200, await noteConnected(core, proofOf(call)));
}
