import { readMeeting, readMeetingVersion } from '../../../core/meeting/read-meeting.ts';
import { answerWhenChanged } from '../../live/answer-when-changed.ts';
import type { Answer } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import { answerUnchanged, representJson } from '../../http/representation.ts';
import type { ServerContext } from '../../server-context.ts';

export async function readMeetingRoute(server: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const meetingRef = call.param('meetingRef');
  const request = { actor: call.actor, meetingRef };
  return answerWhenChanged(server, call, {
    meetingRef,
    name: 'meeting',
    read: () => readMeeting(server.core, request),
    answer: (reading) => representJson(call, reading.meeting, reading),
    unchanged: async () => {
      const seen = await readMeetingVersion(server.core, request);
      return seen && answerUnchanged(call, { ...seen, format: 'json' });
    },
  });
}
