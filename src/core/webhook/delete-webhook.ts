import {
  deleteWebhook as remove,
  findTenantWebhook,
  lockTenantWebhook,
} from '../../store/webhook/webhook.ts';
import { deleteDeliveries } from '../../store/webhook/webhook-delivery.ts';
import { type Actor, type Ctx, inTransaction } from '../context.ts';
import { Problem } from '../problem.ts';

const BATCH = 5_000;
/** The second one takes what came meanwhile, and leaves no index entries for the last statement to skip. */
const PASSES = 2;

/**
 * Deletes it with its deliveries and what is waiting to be sent. There may be millions, so most are deleted before the
 * webhook is locked: the tenant's meetings wait for that lock. Problems: webhook_not_found.
 */
export async function deleteWebhook(
  ctx: Ctx,
  { actor, webhookRef }: { actor: Actor; webhookRef: string },
): Promise<void> {
  if (!(await findTenantWebhook(ctx.db, actor.tenant, webhookRef)))
    throw new Problem('webhook_not_found');
  for (let pass = 0; pass < PASSES; pass += 1) {
    let last: number | null = 0;
    while (last !== null) last = await deleteBatch(ctx, webhookRef, last);
  }
  await inTransaction(ctx, async (tx) => {
    if (!(await lockTenantWebhook(tx.db, actor.tenant, webhookRef)))
      throw new Problem('webhook_not_found');
    await remove(tx.db, webhookRef);
  });
}

function deleteBatch(ctx: Ctx, webhookRef: string, after: number): Promise<number | null> {
  return inTransaction(ctx, ({ db }) => deleteDeliveries(db, webhookRef, after, BATCH));
}
