import type { ModerateRequest } from '../../../../contract/generated/guest-api.ts';
import { moderateMeeting } from '../../../core/participant/moderate-as-host.ts';
import { noteHostAction } from '../../binding/note-in-audit-log.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { GuestCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function moderateMeetingRoute(
  server: ServerContext,
  { param, body, requestId }: GuestCall<ModerateRequest>,
): Promise<Answer> {
  const { participantSecret, participantRef: about = null, operation, source, lock } = body;
  const participantRef = param('participantRef');
  const action = {
    operation,
    participantRef: about,
    ...(source && { source }),
    ...(lock && { lock }),
  };
  const note = noteHostAction(server, action, { participantRef, requestId });
  const proof = { participantRef, participantSecret };
  return answerJson(200, await moderateMeeting(server.core, proof, action, note));
}
