import type { RecordedEvent } from '../../store/event.ts';
import type { Tx } from '../../store/schema.ts';
import { putTasks } from '../../store/task.ts';
import { holdActiveWebhooks, type WebhookRow } from '../../store/webhook/webhook.ts';
import { insertDeliveries, type NewDelivery } from '../../store/webhook/webhook-delivery.ts';
import { FIRST_TYPES } from '../../store/webhook/webhook-schema.ts';
import { newRef } from '../ids.ts';

type Event = RecordedEvent & { body: string };

/**
 * Creates a delivery, due now, of each event for each active webhook of the tenant that wants it, in the transaction
 * that writes the events.
 */
export async function fanOutEvents(
  db: Tx,
  tenant: string,
  events: readonly Event[],
  now: Date,
): Promise<void> {
  const webhooks = await holdActiveWebhooks(db, tenant);
  const rows = events.flatMap((event) =>
    webhooks.filter((webhook) => wants(webhook, event)).map((to) => deliveryOf(event, to, now)),
  );
  if (rows.length === 0) return;
  await insertDeliveries(db, rows);
  const refs = rows.map((row) => row.delivery_ref);
  await putTasks(db, 'deliver_webhook', refs, now);
}

function wants({ event_types: chosen }: WebhookRow, { type }: Event): boolean {
  const wanted: readonly string[] = chosen ?? FIRST_TYPES;
  return wanted.includes(type) || wanted.includes('*');
}

function deliveryOf(event: Event, { webhook_ref }: WebhookRow, now: Date): NewDelivery {
  return {
    delivery_ref: newRef('dlv'),
    webhook_ref,
    event_ref: event.event_ref,
    event_type: event.type,
    meeting_ref: event.meeting_ref,
    body: event.body,
    status: 'pending',
    created_at: now,
    delivered_at: null,
    next_attempt_at: now,
  };
}
