import { listWebhookDeliveries } from '../../core/webhook/list-webhook-deliveries.ts';
import { type Answer, type ApiCall, answerJson } from '../call.ts';
import { chooseMediaType } from '../choose-media-type.ts';
import type { ServerContext } from '../server-context.ts';

const USUAL_PAGE = 50;
const LARGEST_PAGE = 200;

export async function listWebhookDeliveriesRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const page = await listWebhookDeliveries(core, {
    actor: call.actor,
    webhookRef: call.param('webhookRef'),
    pageSize: Math.min(Number(call.query['pageSize'] ?? USUAL_PAGE), LARGEST_PAGE),
    pageToken: call.query['pageToken'] ?? null,
  });
  return answerJson(200, page);
}
