import type { WebhookDelivery } from '../../../contract/generated/api.ts';
import { findDelivery, restartDelivery } from '../../store/webhook/webhook-delivery.ts';
import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { toDelivery } from './webhook-shapes.ts';
import { changeWebhook, type WebhookChange } from './update-webhook.ts';

/**
 * Restarts the retry plan with the same body and webhook-id. Problems: delivery_not_found,
 * webhook_disabled and those of `changeWebhook`.
 */
export async function replayWebhookDelivery(
  ctx: Ctx,
  change: WebhookChange & { deliveryRef: string },
): Promise<{ delivery: WebhookDelivery; replayed: boolean }> {
  const { outcome, replayed } = await changeWebhook(ctx, change, async (tx, webhook) => {
    const delivery = await findDelivery(tx.db, change.deliveryRef);
    if (delivery?.webhook_ref !== webhook.webhook_ref) throw new Problem('delivery_not_found');
    if (webhook.status === 'disabled') throw new Problem('webhook_disabled');
    const restarted = await restartDelivery(tx.db, delivery.delivery_ref, tx.clock.now());
    // Retention may have deleted it since it was read.
    if (!restarted) throw new Problem('delivery_not_found');
    await putDueTask(tx, 'deliver_webhook', delivery.delivery_ref);
    return toDelivery(restarted);
  });
  return { delivery: outcome, replayed };
}
