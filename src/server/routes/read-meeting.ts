import { readMeeting } from '../../core/meeting/read-meeting.ts';
import type { Answer, ApiCall } from '../call.ts';
import { chooseMediaType } from '../choose-media-type.ts';
import { representJson } from '../representation.ts';
import type { ServerContext } from '../server-context.ts';

export async function readMeetingRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const reading = await readMeeting(core, { actor: call.actor, meetingRef: call.param('meetingRef') });
  return representJson(call, reading.meeting, reading);
}
