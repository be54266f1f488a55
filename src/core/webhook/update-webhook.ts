import type { UpdateWebhook, Webhook } from '../../../contract/generated/api.ts';
import {
  findTenantWebhook,
  lockTenantWebhook,
  updateWebhook as write,
  type WebhookRow,
} from '../../store/webhook/webhook.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { refuseUrl } from './create-webhook.ts';
import { failWaitingDeliveries } from './fail-waiting-deliveries.ts';
import { toWebhook } from './webhook-shapes.ts';
import { once, type OneCall } from '../idempotency/once.ts';
import { Problem } from '../problem.ts';

/**
 * Pending deliveries of a webhook that is disabled fail, and can be replayed once it is active; those of one that moves
 * go to its new URL. Problems: webhook_not_found, validation_error (webhook_url).
 */
export async function updateWebhook(
  ctx: Ctx,
  input: { actor: Actor; webhookRef: string; to: UpdateWebhook },
): Promise<Webhook> {
  const { actor, webhookRef, to } = input;
  const verdict = to.url === undefined ? 'allowed' : await ctx.outgoing.judge(to.url);
  const { outcome } = await changeWebhook(
    ctx,
    { actor, webhookRef, call: null },
    async (tx, webhook) => {
      refuseUrl(verdict);
      const { status = webhook.status } = to;
      const isNews = status !== webhook.status;
      return write(tx.db, webhookRef, {
        status,
        ...(isNews && { status_reason: status === 'disabled' ? 'disabled_by_api' : null }),
        ...(to.url !== undefined && { url: to.url }),
        ...(to.eventTypes !== undefined && { event_types: to.eventTypes }),
      });
    },
  );
  if (outcome.status === 'disabled') await failWaitingDeliveries(ctx, webhookRef);
  return toWebhook(outcome);
}

/** `call` is null when the client sent no Idempotency-Key. */
export type WebhookChange = { actor: Actor; webhookRef: string; call: OneCall | null };

/** Does `change` with the tenant's webhook locked, once for the call. Problems: webhook_not_found, those of `once`. */
export async function changeWebhook<T>(
  ctx: Ctx,
  { actor, webhookRef, call }: WebhookChange,
  change: (tx: TxCtx, webhook: WebhookRow) => Promise<T>,
): Promise<{ outcome: T; replayed: boolean }> {
  return inTransaction(ctx, async (tx) => {
    if (!(await findTenantWebhook(tx.db, actor.tenant, webhookRef)))
      throw new Problem('webhook_not_found');
    const held = async (): Promise<T> => {
      const webhook = await lockTenantWebhook(tx.db, actor.tenant, webhookRef);
      if (!webhook) throw new Problem('webhook_not_found');
      return change(tx, webhook);
    };
    return once(tx, call, {}, held);
  });
}
