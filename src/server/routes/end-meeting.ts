import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { type Answer, type ApiCall, answerJson } from '../call.ts';
import type { ServerContext } from '../server-context.ts';

export async function endMeetingRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  const { meeting, version, replayed } = await endMeeting(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    call: call.once,
  });
  return answerJson(200, meeting, { etag: `"${version}-json"`, ...(replayed && { 'idempotent-replayed': 'true' }) });
}
