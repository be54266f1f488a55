import type { UpdateWebhook, Webhook } from '../../../contract/generated/api.ts';
import { updateWebhook as write } from '../../store/webhook.ts';
import { failPendingDeliveries } from '../../store/webhook-delivery.ts';
import type { Actor, Ctx } from '../context.ts';
import { changeWebhook } from './change-webhook.ts';
import { toWebhook } from './webhook-shapes.ts';

/**
 * Enables or disables; what waits at a disabled webhook is failed, and can be replayed once it is
 * active. Problems: webhook_not_found.
 */
export async function updateWebhook(
  ctx: Ctx,
  input: { actor: Actor; webhookRef: string; to: UpdateWebhook },
): Promise<Webhook> {
  const { actor, webhookRef, to } = input;
  const { outcome } = await changeWebhook(
    ctx,
    { actor, webhookRef, call: null },
    async (tx, webhook) => {
      if (to.status === undefined || to.status === webhook.status) return webhook;
      if (to.status === 'disabled') await failPendingDeliveries(tx.db, webhookRef);
      return write(tx.db, webhookRef, {
        status: to.status,
        status_reason: to.status === 'disabled' ? 'disabled_by_api' : null,
      });
    },
  );
  return toWebhook(outcome);
}
