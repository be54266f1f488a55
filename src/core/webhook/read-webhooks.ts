import type { Webhook, WebhookDelivery } from '../../../contract/generated/api.ts';
import { findTenantWebhook, listTenantWebhooks } from '../../store/webhook/webhook.ts';
import { findDelivery } from '../../store/webhook/webhook-delivery.ts';
import type { Actor, Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { toDelivery, toWebhook } from './webhook-shapes.ts';

/** Problems: webhook_not_found. */
export async function readWebhook(
  ctx: Ctx,
  input: { actor: Actor; webhookRef: string },
): Promise<Webhook> {
  const row = await findTenantWebhook(ctx.db, input.actor.tenant, input.webhookRef);
  if (!row) throw new Problem('webhook_not_found');
  return toWebhook(row);
}

/** Problems: webhook_not_found, delivery_not_found. */
export async function readWebhookDelivery(
  ctx: Ctx,
  input: { actor: Actor; webhookRef: string; deliveryRef: string },
): Promise<WebhookDelivery> {
  await readWebhook(ctx, input);
  const row = await findDelivery(ctx.db, input.deliveryRef);
  if (row?.webhook_ref !== input.webhookRef) throw new Problem('delivery_not_found');
  return toDelivery(row);
}

/** In order of creation. */
export async function listWebhooks(ctx: Ctx, input: { actor: Actor }): Promise<Webhook[]> {
  return (await listTenantWebhooks(ctx.db, input.actor.tenant)).map(toWebhook);
}
