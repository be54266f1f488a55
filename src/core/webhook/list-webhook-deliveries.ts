import type { WebhookDeliveryList } from '../../../contract/generated/api.ts';
import { listDeliveries } from '../../store/webhook/webhook-delivery.ts';
import type { Actor, Ctx } from '../context.ts';
import { pageToken, readPageToken } from '../paging/page-token.ts';
import { readWebhook } from './read-webhooks.ts';
import { toDelivery } from './webhook-shapes.ts';

/** A page of deliveries, newest first. Problems: webhook_not_found; invalid_parameter for a token of another list. */
export async function listWebhookDeliveries(
  ctx: Ctx,
  input: { actor: Actor; webhookRef: string; pageSize: number; pageToken: string | null },
): Promise<WebhookDeliveryList> {
  await readWebhook(ctx, input);
  const list = { list: 'deliveries', tenant: input.actor.tenant, webhookRef: input.webhookRef };
  const after =
    input.pageToken === null
      ? null
      : (readPageToken(ctx.linkKeys, list, input.pageToken) as { number: number });
  const rows = await listDeliveries(ctx.db, input.webhookRef, {
    beforeNumber: after?.number ?? null,
    limit: input.pageSize + 1,
  });
  const page = rows.slice(0, input.pageSize);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    deliveries: page.map(toDelivery),
    nextPageToken: last ? pageToken(ctx.linkKeys, list, { number: last.number }) : null,
  };
}
