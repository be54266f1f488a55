import { deliverWebhook } from '../core/webhook/deliver-webhook.ts';
import { deliveryGate } from '../core/webhook/delivery-gate.ts';
import type { TaskHandlers } from '../core/task/task.ts';

/** What a runner of deliveries does; it is apart from the other work, since receivers may be slow. */
export function deliveryHandlers(): TaskHandlers {
  const gate = deliveryGate();
  return { deliver_webhook: (ctx, task, signal) => deliverWebhook(ctx, task.ref, gate, signal) };
}
