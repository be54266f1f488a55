import type { UpdateWebhook } from '../../../../contract/generated/api.ts';
import { updateWebhook } from '../../../core/webhook/update-webhook.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function updateWebhookRoute(
  { core }: ServerContext,
  call: ApiCall<UpdateWebhook>,
): Promise<Answer> {
  return answerJson(
    200,
    await updateWebhook(core, {
      actor: call.actor,
      webhookRef: call.param('webhookRef'),
      to: call.body,
    }),
  );
}
