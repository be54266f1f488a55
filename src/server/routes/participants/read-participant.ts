import { readParticipant } from '../../../core/participant/read-participants.ts';
import { withoutRunningTime } from '../../../core/participant/without-running-time.ts';
import type { Answer } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import { representContent } from '../../http/representation.ts';
import { answerWhenChanged } from '../../live/answer-when-changed.ts';
import type { ServerContext } from '../../server-context.ts';

export async function readParticipantRoute(server: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const [meetingRef, participantRef] = [call.param('meetingRef'), call.param('participantRef')];
  return answerWhenChanged(server, call, {
    meetingRef,
    name: `participant ${participantRef}`,
    read: () => readParticipant(server.core, { actor: call.actor, meetingRef, participantRef }),
    answer: (participant) =>
      representContent(call, {
        contentType: 'application/json',
        stable: JSON.stringify(withoutRunningTime(participant)),
        body: () => JSON.stringify(participant),
      }),
  });
}
