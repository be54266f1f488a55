import type { CreateMeeting } from '../../../../contract/generated/api.ts';
import { createMeeting } from '../../../core/meeting/create-meeting.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import { etagOf } from '../../http/representation.ts';
import type { CreatingCall } from '../../http/call.ts';
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
    etag: etagOf(1),
    // The URLs of links are secret.
    'cache-control': meeting.guestLinks ? 'no-store' : 'private, no-cache',
  });
}
