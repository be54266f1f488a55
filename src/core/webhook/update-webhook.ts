import type { UpdateWebhook, Webhook } from '../../../contract/generated/api.ts';
import {
  findTenantWebhook,
  lockTenantWebhook,
  updateWebhook as write,
  type WebhookRow,
} from '../../store/webhook/webhook.ts';
import { failPendingDeliveries } from '../../store/webhook/webhook-delivery.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { toWebhook } from './webhook-shapes.ts';
import { once, type OneCall } from '../idempotency/once.ts';
import { Problem } from '../problem.ts';

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

/** `call` is null when the client sent no Idempotency-Key. */
export type WebhookChange = { actor: Actor; webhookRef: string; call: OneCall | null };

/** Does `change` with the tenant's webhook held, once for the call. Problems: webhook_not_found and those of `once`. */
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
    return call === null ? { outcome: await held(), replayed: false } : once(tx, call, {}, held);
  });
}
