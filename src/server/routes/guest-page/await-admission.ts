import type { WaitRequest } from '../../../../contract/generated/guest-api.ts';
import { readWaitingState } from '../../../core/waiting/note-waiting.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import { readUntil } from '../../live/held-reads.ts';
import type { ServerContext } from '../../server-context.ts';

export async function awaitAdmissionRoute(
  { core, held }: ServerContext,
  call: GuestCall<WaitRequest>,
): Promise<Answer> {
  const proof = proofOf(call);
  // The call is the sign of life; its reads while it is held are not.
  const first = await readWaitingState(core, proof, call.body.isHidden ? 'hidden' : 'shown');
  const { meetingRef: _, ...state } = await readUntil(held, {
    meetingRef: first.meetingRef,
    read: () => readWaitingState(core, proof, null),
    isNews: ({ state: now, needsHost }) => now !== 'waiting' || needsHost !== first.needsHost,
  });
  return answerJson(200, state);
}
