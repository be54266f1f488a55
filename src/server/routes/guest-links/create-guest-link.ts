import type { CreateGuestLink } from '../../../../contract/generated/api.ts';
import { createGuestLink } from '../../../core/guest-link/create-guest-link.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { CreatingCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function createGuestLinkRoute(
  { core }: ServerContext,
  call: CreatingCall<CreateGuestLink>,
): Promise<Answer> {
  const { guestLink, replayed } = await createGuestLink(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    options: call.body,
    call: call.once,
  });
  const { meetingRef, guestLinkRef } = guestLink;
  const location = `${core.settings.publicUrl}/v1/meetings/${meetingRef}/guest-links/${guestLinkRef}`;
  return answerOnce(201, guestLink, replayed, { location });
}
