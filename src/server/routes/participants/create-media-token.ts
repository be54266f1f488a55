import type { CreateMediaToken } from '../../../../contract/generated/api.ts';
import { createMediaToken } from '../../../core/media-token/create-media-token.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { CreatingCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function createMediaTokenRoute(
  { core }: ServerContext,
  call: CreatingCall<CreateMediaToken>,
): Promise<Answer> {
  const meetingRef = call.param('meetingRef');
  const { token, replayed } = await createMediaToken(core, {
    actor: call.actor,
    meetingRef,
    body: call.body,
    call: call.once,
  });
  const location = `${core.settings.publicUrl}/v1/meetings/${meetingRef}/participants/${token.participantRef}`;
  return answerOnce(201, token, replayed, { location });
}
