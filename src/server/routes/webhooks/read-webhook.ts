import { readWebhook } from '../../../core/webhook/read-webhooks.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import type { ServerContext } from '../../server-context.ts';

export async function readWebhookRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  return answerJson(
    200,
    await readWebhook(core, { actor: call.actor, webhookRef: call.param('webhookRef') }),
  );
}
