import { rotateWebhookSecret } from '../../../core/webhook/rotate-webhook-secret.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function rotateWebhookSecretRoute(
  { core }: ServerContext,
  call: ApiCall,
): Promise<Answer> {
  const change = { actor: call.actor, webhookRef: call.param('webhookRef'), call: call.once };
  const { webhook, replayed } = await rotateWebhookSecret(core, change);
  return answerOnce(200, webhook, replayed);
}
