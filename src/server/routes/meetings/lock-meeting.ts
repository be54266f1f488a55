import { setMeetingLock } from '../../../core/meeting/lock-meeting.ts';
import type { Answer } from '../../http/answer.ts';
import { answerMeeting } from '../../http/answer-changed.ts';
import { aboutMeeting, type ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function lockMeetingRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  return answerMeeting(await setMeetingLock(core, { ...aboutMeeting(call), locked: true }));
}
