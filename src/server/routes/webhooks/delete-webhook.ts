import { deleteWebhook } from '../../../core/webhook/delete-webhook.ts';
import { type Answer, noContent } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function deleteWebhookRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  await deleteWebhook(core, { actor: call.actor, webhookRef: call.param('webhookRef') });
  return noContent;
}
