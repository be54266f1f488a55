import type { ParticipantProof } from '../../../../contract/generated/guest-api.ts';
import { leaveMeeting } from '../../../core/participant/leave-meeting.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function leaveMeetingRoute(
  { core }: ServerContext,
  call: GuestCall<ParticipantProof>,
): Promise<Answer> {
  return answerJson(200, await leaveMeeting(core, proofOf(call)));
}
