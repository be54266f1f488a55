import type { ConsentRequest } from '../../../../contract/generated/guest-api.ts';
import { answerConsent } from '../../../core/consent/answer-consent.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function answerConsentRoute(
  { core }: ServerContext,
  call: GuestCall<ConsentRequest>,
): Promise<Answer> {
  return answerJson(200, await answerConsent(core, proofOf(call), call.body.consent));
}
