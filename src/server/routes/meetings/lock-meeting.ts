import { setMeetingLock } from '../../../core/meeting/lock-meeting.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import { etagOf } from '../../http/etag.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function lockMeetingRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  const { meeting, version, replayed } = await setMeetingLock(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    call: call.once,
    locked: true,
  });
  return answerOnce(200, meeting, replayed, { etag: etagOf(version) });
}
