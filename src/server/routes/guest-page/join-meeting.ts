import type { JoinRequest } from '../../../../contract/generated/guest-api.ts';
import { joinMeeting } from '../../../core/participant/join-meeting.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { GuestCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function joinMeetingRoute(
  { core }: ServerContext,
  call: GuestCall<JoinRequest>,
): Promise<Answer> {
  const joined = await joinMeeting(core, {
    ...call.body,
    guestLinkRef: call.param('guestLinkRef'),
    displayName: call.body.displayName.trim(),
  });
  return 'admission' in joined
    ? answerJson(200, joined.admission)
    : answerJson(202, joined.waiting);
}
