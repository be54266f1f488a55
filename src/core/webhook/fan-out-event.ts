import type { EventType } from '../../../contract/generated/api.ts';
import { holdWebhooksFor } from '../../store/webhook/webhook.ts';
import { insertDeliveries } from '../../store/webhook/webhook-delivery.ts';
import { notify } from '../../store/notify.ts';
import { putTask } from '../../store/task.ts';
import type { TxCtx } from '../context.ts';
import { newRef } from '../ids.ts';

type Written = {
  event_ref: string;
  tenant: string;
  type: EventType;
  meeting_ref: string;
  created_at: Date;
  body: string;
};

/**
 * A delivery, due now, for each active webhook of the tenant that wants the event; in the
 * transaction that writes it.
 */
export async function fanOutEvent(tx: TxCtx, event: Written): Promise<void> {
  const webhooks = await holdWebhooksFor(tx.db, event.tenant, event.type);
  if (webhooks.length === 0) return;
  const now = tx.clock.now();
  const rows = webhooks.map(({ webhook_ref }) => ({
    delivery_ref: newRef('dlv'),
    webhook_ref,
    event_ref: event.event_ref,
    event_type: event.type,
    meeting_ref: event.meeting_ref,
    body: event.body,
    status: 'pending' as const,
    created_at: now,
    delivered_at: null,
    next_attempt_at: now,
  }));
  await insertDeliveries(tx.db, rows);
  for (const row of rows) await putTask(tx.db, 'deliver_webhook', row.delivery_ref, now);
  await notify(tx.db, { topic: 'task', ref: event.event_ref });
}
