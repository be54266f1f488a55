import type { CreateWebhook, WebhookWithSecret } from '../../../contract/generated/api.ts';
import { countTenantWebhooks, insertWebhook } from '../../store/webhook/webhook.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { type OneCall, once } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import type { UrlVerdict } from '../ports.ts';
import { invalidFields, Problem } from '../problem.ts';
import { storedSecret, type StoredSecret, withSecret } from './webhook-shapes.ts';

const MAX_WEBHOOKS = 50;

const REFUSALS: Record<Exclude<UrlVerdict, 'allowed' | 'unknown'>, string> = {
  malformed: 'Must be a URL with a host name.',
  not_https: 'Must begin with https://.',
  credentials: 'Must not hold a user name or a password.',
  private_address: 'Must lead to a public address.',
};

/**
 * Creates a webhook, once for the call; a replay derives the same secret again. A host that does not
 * resolve now is accepted: every delivery looks it up again. Problems: validation_error (webhook_url),
 * webhook_limit and those of `once`.
 */
export async function createWebhook(
  ctx: Ctx,
  input: { actor: Actor; body: CreateWebhook; call: OneCall },
): Promise<{ webhook: WebhookWithSecret; replayed: boolean }> {
  const asked = { url: input.body.url, eventTypes: input.body.eventTypes ?? null };
  // Resolved before the transaction, used inside it: a replay succeeds whatever the name resolves to by now.
  const verdict = await ctx.outgoing.judge(asked.url);
  const { outcome, replayed } = await inTransaction(ctx, (tx) =>
    once(tx, input.call, asked, () => add(tx, input.actor.tenant, asked, verdict)),
  );
  return { webhook: withSecret(ctx.linkKeys, outcome), replayed };
}

/** Problem validation_error (webhook_url) for an address that nothing may be sent to. */
export function refuseUrl(verdict: UrlVerdict): void {
  if (verdict === 'allowed' || verdict === 'unknown') return;
  throw invalidFields([{ pointer: '#/url', code: 'webhook_url', detail: REFUSALS[verdict] }]);
}

async function add(
  tx: TxCtx,
  tenant: string,
  asked: { url: string; eventTypes: CreateWebhook['eventTypes'] | null },
  verdict: UrlVerdict,
): Promise<StoredSecret> {
  refuseUrl(verdict);
  if ((await countTenantWebhooks(tx.db, tenant)) >= MAX_WEBHOOKS)
    throw new Problem('webhook_limit');
  const row = await insertWebhook(tx.db, {
    webhook_ref: newRef('wh'),
    tenant,
    url: asked.url,
    event_types: asked.eventTypes ?? null,
    status: 'active',
    status_reason: null,
    created_at: tx.clock.now(),
    secret_key_id: tx.linkKeys.current,
    secret_number: 1,
    previous_key_id: null,
    previous_number: null,
    previous_until: null,
  });
  return storedSecret(row);
}
