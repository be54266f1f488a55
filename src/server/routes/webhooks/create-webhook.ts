import type { CreateWebhook } from '../../../../contract/generated/api.ts';
import { createWebhook } from '../../../core/webhook/create-webhook.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { CreatingCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function createWebhookRoute(
  { core }: ServerContext,
  call: CreatingCall<CreateWebhook>,
): Promise<Answer> {
  const { webhook, replayed } = await createWebhook(core, {
    actor: call.actor,
    body: call.body,
    call: call.once,
  });
  return answerOnce(201, webhook, replayed, {
    location: `${core.settings.publicUrl}/v1/webhooks/${webhook.webhookRef}`,
  });
}
