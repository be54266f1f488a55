import type { LobbyRequest } from '../../../../contract/generated/guest-api.ts';
import { openLobby } from '../../../core/participant/open-lobby.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { GuestCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function openLobbyRoute(
  { core }: ServerContext,
  call: GuestCall<LobbyRequest>,
): Promise<Answer> {
  const guestLinkRef = call.param('guestLinkRef');
  return answerJson(200, await openLobby(core, { guestLinkRef, ...call.body }));
}
