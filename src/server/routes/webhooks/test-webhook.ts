import { testWebhook } from '../../../core/webhook/test-webhook.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function testWebhookRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  const change = { actor: call.actor, webhookRef: call.param('webhookRef'), call: call.once };
  const { delivery, replayed } = await testWebhook(core, change);
  return answerOnce(202, delivery, replayed);
}
