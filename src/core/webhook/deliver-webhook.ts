import {
  findWebhook,
  holdWebhook,
  updateWebhook,
  type WebhookRow,
} from '../../store/webhook/webhook.ts';
import {
  findDelivery,
  findInFront,
  findNextWaiting,
  noteAttempt,
  type WebhookDeliveryRow,
} from '../../store/webhook/webhook-delivery.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import type { PostOutcome } from '../ports.ts';
import { putDueTask } from '../task/put-due-task.ts';
import type { TaskOutcome } from '../task/task.ts';
import type { DeliveryGate } from './delivery-gate.ts';
import { failWaitingDeliveries } from './fail-waiting-deliveries.ts';
import { ATTEMPTS_IN_ORDER, type AttemptVerdict, judgeAttempt } from './judge-attempt.ts';
import { signWebhook, unixSeconds } from './webhook-secret.ts';

// Only a fallback: the delivery ahead wakes this one when it lets it pass.
const LOOK_AGAIN_MS = 20_000;

/**
 * Makes the attempt that is due, records its outcome and returns when the next one is due. At least
 * once: a process that dies between the receiver's answer and its record sends again, with the same
 * `webhook-id`.
 */
export async function deliverWebhook(
  ctx: Ctx,
  deliveryRef: string,
  gate: DeliveryGate,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const delivery = await findDelivery(ctx.db, deliveryRef);
  if (delivery?.status !== 'pending') return undefined;
  const now = ctx.clock.now();
  if (delivery.next_attempt_at && delivery.next_attempt_at > now)
    return { again: delivery.next_attempt_at };
  const inFront = await findInFront(ctx.db, delivery, ATTEMPTS_IN_ORDER);
  // A receiver that asked to wait an hour is not checked every few seconds.
  if (inFront)
    return {
      again: new Date(
        Math.max(now.getTime() + LOOK_AGAIN_MS, inFront.next_attempt_at?.getTime() ?? 0),
      ),
    };
  // Read last: the answer to the delivery in front may have disabled it.
  const webhook = await findWebhook(ctx.db, delivery.webhook_ref);
  if (!webhook) return undefined;
  const { webhook_ref: webhookRef, tenant } = webhook;
  const place = await gate.enter({ webhookRef, tenant }, now);
  if ('again' in place) return place;
  try {
    return await attempt(ctx, webhook, delivery, signal);
  } finally {
    place.leave();
  }
}

async function attempt(
  ctx: Ctx,
  webhook: WebhookRow,
  delivery: WebhookDeliveryRow,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const attemptedAt = ctx.clock.now();
  const begun = performance.now();
  const answer =
    webhook.status === 'active' ? await send(ctx, webhook, delivery, attemptedAt, signal) : null;
  // A shutdown is not the receiver's fault: the attempt is repeated after the restart.
  signal.throwIfAborted();
  return note(ctx, webhook, delivery, {
    answer,
    attemptedAt,
    durationMs: Math.round(performance.now() - begun),
  });
}

async function send(
  ctx: Ctx,
  webhook: WebhookRow,
  delivery: WebhookDeliveryRow,
  at: Date,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
    'webhook-id': delivery.event_ref,
    'webhook-timestamp': String(unixSeconds(at)),
    'webhook-signature': signWebhook(ctx.linkKeys, webhook, {
      id: delivery.event_ref,
      at,
      body: delivery.body,
    }),
  };
  return ctx.outgoing.post(webhook.url, { headers, body: delivery.body }, signal);
}

type Attempt = { answer: PostOutcome | null; attemptedAt: Date; durationMs: number };

async function note(
  ctx: Ctx,
  webhook: WebhookRow,
  delivery: WebhookDeliveryRow,
  attempt: Attempt,
): Promise<TaskOutcome> {
  const now = ctx.clock.now();
  const judge = (isMoved: boolean) =>
    judgeAttempt(attempt.answer, {
      attempt: delivery.attempt_count + 1,
      isTest: delivery.meeting_ref === null,
      isMoved,
      now,
    });
  const mayDisable = judge(false).disables;
  const hold = mayDisable ? 'update' : 'deletion';
  const nextAttemptAt = await inTransaction(ctx, async (tx) => {
    // Locks the webhook first, as deletes and replays do.
    const url = await holdWebhook(tx.db, webhook.webhook_ref, hold);
    if (url === null) return null;
    const verdict = judge(url !== webhook.url);
    await applyVerdict(tx, delivery, attempt, verdict);
    return verdict.nextAttemptAt;
  });
  if (mayDisable) await failWaitingDeliveries(ctx, webhook.webhook_ref);
  return nextAttemptAt ? { again: nextAttemptAt } : undefined;
}

async function applyVerdict(
  tx: TxCtx,
  delivery: WebhookDeliveryRow,
  { answer, attemptedAt, durationMs }: Attempt,
  verdict: AttemptVerdict,
): Promise<void> {
  const { webhook_ref: webhookRef } = delivery;
  const entry = {
    attemptedAt: attemptedAt.toISOString(),
    durationMs,
    result: verdict.result,
    httpStatus: answer?.kind === 'answered' ? answer.status : null,
  };
  const noted = await noteAttempt(tx.db, delivery, entry, {
    status: verdict.status,
    delivered_at: verdict.status === 'delivered' ? tx.clock.now() : null,
    next_attempt_at: verdict.nextAttemptAt,
  });
  if (!noted) return;
  if (verdict.disables)
    await updateWebhook(tx.db, webhookRef, { status: 'disabled', status_reason: 'gone' });
  const letsPass = verdict.status !== 'pending' || delivery.attempt_count + 1 >= ATTEMPTS_IN_ORDER;
  const next = letsPass ? await findNextWaiting(tx.db, delivery) : undefined;
  if (next) await putDueTask(tx, 'deliver_webhook', next.delivery_ref);
}
