import type { Webhook } from '../../../contract/generated/api.ts';
import { findTenantWebhook, listTenantWebhooks } from '../../store/webhook/webhook.ts';
import type { Actor, Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { toWebhook } from './webhook-shapes.ts';

/** Problems: webhook_not_found. */
export async function readWebhook(
  ctx: Ctx,
  input: { actor: Actor; webhookRef: string },
): Promise<Webhook> {
  const row = await findTenantWebhook(ctx.db, input.actor.tenant, input.webhookRef);
  if (!row) throw new Problem('webhook_not_found');
  return toWebhook(row);
}

/** In order of creation. */
export async function listWebhooks(ctx: Ctx, input: { actor: Actor }): Promise<Webhook[]> {
  return (await listTenantWebhooks(ctx.db, input.actor.tenant)).map(toWebhook);
}
