import { listGuestLinks } from '../../../core/guest-link/read-guest-links.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import type { ServerContext } from '../../server-context.ts';

export async function listGuestLinksRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  return answerJson(
    200,
    await listGuestLinks(core, { actor: call.actor, meetingRef: call.param('meetingRef') }),
  );
}
