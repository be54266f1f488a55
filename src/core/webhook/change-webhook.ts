import { findTenantWebhook, lockTenantWebhook, type WebhookRow } from '../../store/webhook.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { type OneCall, once } from '../idempotency/once.ts';
import { Problem } from '../problem.ts';

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
