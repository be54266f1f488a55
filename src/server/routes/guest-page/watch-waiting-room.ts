import type { WaitingRoomRequest } from '../../../../contract/generated/guest-api.ts';
import { readWaitingRoom } from '../../../core/participant/moderate-as-host.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import { readUntil } from '../../live/held-reads.ts';
import type { ServerContext } from '../../server-context.ts';

export async function watchWaitingRoomRoute(
  { core, held }: ServerContext,
  call: GuestCall<WaitingRoomRequest>,
): Promise<Answer> {
  const proof = proofOf(call);
  const { meetingRef } = await readWaitingRoom(core, proof);
  const { meetingRef: _, ...room } = await readUntil(held, {
    meetingRef,
    read: () => readWaitingRoom(core, proof),
    isNews: ({ version }) => version !== call.body.known,
  });
  return answerJson(200, room);
}
