import { listWebhookDeliveries } from '../../../core/webhook/list-webhook-deliveries.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import type { ServerContext } from '../../server-context.ts';
import { pageSizeOf } from '../../../core/paging/page-token.ts';

export async function listWebhookDeliveriesRoute(
  { core }: ServerContext,
  call: ApiCall,
): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const page = await listWebhookDeliveries(core, {
    actor: call.actor,
    webhookRef: call.param('webhookRef'),
    pageSize: pageSizeOf(call.query['pageSize']),
    pageToken: call.query['pageToken'] || null,
  });
  return answerJson(200, page);
}
