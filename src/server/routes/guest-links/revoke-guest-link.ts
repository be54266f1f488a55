import { revokeGuestLink } from '../../../core/guest-link/revoke-guest-link.ts';
import { type Answer, noContent } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function revokeGuestLinkRoute(
  { core }: ServerContext,
  call: ApiCall,
): Promise<Answer> {
  await revokeGuestLink(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    guestLinkRef: call.param('guestLinkRef'),
  });
  return noContent;
}
