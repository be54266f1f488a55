import type { WebhookWithSecret } from '../../../contract/generated/api.ts';
import { updateWebhook } from '../../store/webhook/webhook.ts';
import type { Ctx } from '../context.ts';
import { storedSecret, withSecret } from './webhook-shapes.ts';
import { changeWebhook, type WebhookChange } from './update-webhook.ts';
import { DAY_MS } from '../timing.ts';

const BOTH_COUNT_MS = DAY_MS;

/** A new secret; the previous one also signs for 24 h, older ones no longer do. Problems: those of `changeWebhook`. */
export async function rotateWebhookSecret(
  ctx: Ctx,
  change: WebhookChange,
): Promise<{ webhook: WebhookWithSecret; replayed: boolean }> {
  const { outcome, replayed } = await changeWebhook(ctx, change, async (tx, webhook) =>
    storedSecret(
      await updateWebhook(tx.db, webhook.webhook_ref, {
        secret_key_id: tx.linkKeys.current,
        secret_number: webhook.secret_number + 1,
        previous_key_id: webhook.secret_key_id,
        previous_number: webhook.secret_number,
        previous_until: new Date(tx.clock.now().getTime() + BOTH_COUNT_MS),
      }),
    ),
  );
  return { webhook: withSecret(ctx.linkKeys, outcome), replayed };
}
