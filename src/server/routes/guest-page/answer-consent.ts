import type { ConsentRequest } from '../../../../contract/generated/guest-api.ts';
import { answerConsent } from '../../../core/consent/answer-consent.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function answerConsentRoute(
  { core }: ServerContext,
  call: GuestCall<ConsentRequest>,
): Promise<Answer> {
  const { participantSecret, consent } = call.body;
  const proof = { participantRef: call.param('participantRef'), participantSecret };
  return answerJson(200, await answerConsent(core, proof, consent));
}
