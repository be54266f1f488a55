import { failPendingDeliveries } from '../../store/webhook/webhook-delivery.ts';
import { type Ctx, inTransaction } from '../context.ts';

const BATCH = 5_000;

/**
 * Fails what a disabled webhook still has to send. There may be millions, so the webhook is not locked: the tenant's
 * meetings would wait. What is left when the process ends fails at its next attempt.
 */
export async function failWaitingDeliveries(ctx: Ctx, webhookRef: string): Promise<void> {
  let failed = BATCH;
  while (failed >= BATCH)
    failed = await inTransaction(ctx, ({ db }) => failPendingDeliveries(db, webhookRef, BATCH));
}
