import { replayWebhookDelivery } from '../../../core/webhook/replay-webhook-delivery.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function replayWebhookDeliveryRoute(
  { core }: ServerContext,
  call: ApiCall,
): Promise<Answer> {
  const change = {
    actor: call.actor,
    webhookRef: call.param('webhookRef'),
    deliveryRef: call.param('deliveryRef'),
    call: call.once,
  };
  const { delivery, replayed } = await replayWebhookDelivery(core, change);
  return answerOnce(202, delivery, replayed);
}
