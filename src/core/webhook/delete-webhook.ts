import { deleteWebhook as remove, lockTenantWebhook } from '../../store/webhook/webhook.ts';
import { type Actor, type Ctx, inTransaction } from '../context.ts';
import { Problem } from '../problem.ts';

/** Deletes it with its deliveries and what is waiting to be sent. Problems: webhook_not_found. */
export async function deleteWebhook(
  ctx: Ctx,
  input: { actor: Actor; webhookRef: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await lockTenantWebhook(tx.db, input.actor.tenant, input.webhookRef)))
      throw new Problem('webhook_not_found');
    await remove(tx.db, input.webhookRef);
  });
}
