import type {
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '../../../contract/generated/api.ts';
import type { WebhookRow } from '../../store/webhook/webhook.ts';
import type { WebhookDeliveryRow } from '../../store/webhook/webhook-delivery.ts';
import type { LinkKeys } from '../context.ts';
import { FIRST_TYPES } from '../../store/webhook/webhook-schema.ts';
import { type SecretSource, webhookSecret } from './webhook-secret.ts';

export function toWebhook(row: WebhookRow): Webhook {
  return {
    webhookRef: row.webhook_ref,
    url: row.url,
    eventTypes: row.event_types ?? [...FIRST_TYPES],
    status: row.status,
    statusReason: row.status_reason,
    createdAt: row.created_at.toISOString(),
  };
}

/** A webhook and where its secret comes from: what an idempotency record may hold. */
export type StoredSecret = {
  webhook: Webhook;
  source: SecretSource;
  previousSecretExpiresAt: string | null;
};

export function storedSecret(row: WebhookRow): StoredSecret {
  return {
    webhook: toWebhook(row),
    source: { keyId: row.secret_key_id, number: row.secret_number },
    previousSecretExpiresAt: row.previous_until?.toISOString() ?? null,
  };
}

export function withSecret(
  keys: LinkKeys,
  { webhook, source, previousSecretExpiresAt }: StoredSecret,
): WebhookWithSecret {
  return {
    ...webhook,
    secret: webhookSecret(keys, webhook.webhookRef, source),
    previousSecretExpiresAt,
  };
}

export function toDelivery(
  row: Omit<WebhookDeliveryRow, 'number' | 'attempt_count'>,
): WebhookDelivery {
  return {
    deliveryRef: row.delivery_ref,
    webhookRef: row.webhook_ref,
    eventRef: row.event_ref,
    eventType: row.event_type,
    meetingRef: row.meeting_ref,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    attempts: row.attempts,
  };
}
