import type { CreateMeeting } from '../../../contract/generated/api.ts';
import { createMeeting } from '../../core/meeting/create-meeting.ts';
import { answerCreated } from '../answer-created.ts';
import type { Answer, CreatingCall } from '../call.ts';
import type { ServerContext } from '../server-context.ts';

export async function createMeetingRoute({ core }: ServerContext, call: CreatingCall<CreateMeeting>): Promise<Answer> {
  const { meeting, replayed } = await createMeeting(core, { actor: call.actor, body: call.body, call: call.once });
  const location = `${core.settings.publicUrl}/v1/meetings/${meeting.meetingRef}`;
  return answerCreated(meeting, { location, replayed, headers: { etag: '"1-json"', 'cache-control': 'private, no-cache' } });
}
