import { deleteMeeting } from '../../../core/meeting/delete-meeting.ts';
import { type Answer, noContent } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function deleteMeetingRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  await deleteMeeting(core, { actor: call.actor, meetingRef: call.param('meetingRef') });
  return noContent;
}
