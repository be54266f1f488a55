import type { WebhookDelivery } from '../../../contract/generated/api.ts';
import { insertDeliveries, type NewDelivery } from '../../store/webhook/webhook-delivery.ts';
import type { Ctx } from '../context.ts';
import { newRef } from '../ids.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { toDelivery } from './webhook-shapes.ts';
import { changeWebhook, type WebhookChange } from './update-webhook.ts';

/**
 * Writes a delivery that says only that it is a test; it is tried once. Problems:
 * webhook_disabled and those of `changeWebhook`.
 */
export async function testWebhook(
  ctx: Ctx,
  change: WebhookChange,
): Promise<{ delivery: WebhookDelivery; replayed: boolean }> {
  const { outcome: delivery, replayed } = await changeWebhook(
    ctx,
    change,
    async (tx, { webhook_ref, status }) => {
      if (status === 'disabled') throw new Problem('webhook_disabled');
      const now = tx.clock.now();
      const eventRef = newRef('evt');
      const payload = {
        eventRef,
        type: 'webhook.test',
        timestamp: now.toISOString(),
        data: { webhookRef: webhook_ref },
      };
      const row: NewDelivery = {
        delivery_ref: newRef('dlv'),
        webhook_ref,
        event_ref: eventRef,
        event_type: 'webhook.test',
        meeting_ref: null,
        body: JSON.stringify(payload),
        status: 'pending',
        created_at: now,
        delivered_at: null,
        next_attempt_at: now,
      };
      await insertDeliveries(tx.db, [row]);
      await putDueTask(tx, 'deliver_webhook', row.delivery_ref);
      return toDelivery({ ...row, attempts: [] });
    },
  );
  return { delivery, replayed };
}
