import type { CreateMeeting } from '../../../../contract/generated/api.ts';
import { createMeeting } from '../../../core/meeting/create-meeting.ts';
import { answerOnce } from '../../http/answer-once.ts';
import type { Answer, CreatingCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function createMeetingRoute(
  { core }: ServerContext,
  call: CreatingCall<CreateMeeting>,
): Promise<Answer> {
  const { meeting, replayed } = await createMeeting(core, {
    actor: call.actor,
    body: call.body,
    call: call.once,
  });
  const location = `${core.settings.publicUrl}/v1/meetings/${meeting.meetingRef}`;
  return answerOnce(201, meeting, replayed, {
    location,
    etag: '"1-json"',
    'cache-control': 'private, no-cache',
  });
}
