import { createHmac } from 'node:crypto';
import type { WebhookRow } from '../../store/webhook/webhook.ts';
import type { LinkKeys } from '../context.ts';
import { deriveBytes } from '../guest-link/link-secret.ts';

/** What a secret is derived from. `number` counts the secrets of one webhook. */
export type SecretSource = { keyId: string; number: number };

/**
 * `whsec_` and 32 bytes in base64, which only the holder of the keys in the data folder can derive;
 * stored nowhere.
 */
export function webhookSecret(keys: LinkKeys, webhookRef: string, source: SecretSource): string {
  return `whsec_${secretBytes(keys, webhookRef, source).toString('base64')}`;
}

/**
 * The value of `webhook-signature`: one signature for each secret that is valid at `at`, the newest first. Throws where
 * the key of the newest is lost.
 * Source: Standard Webhooks, `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`.
 */
export function signWebhook(
  keys: LinkKeys,
  webhook: WebhookRow,
  message: { id: string; at: Date; body: string },
): string {
  const signed = `${message.id}.${unixSeconds(message.at)}.${message.body}`;
  return activeSources(keys, webhook, message.at)
    .map(
      (source) =>
        `v1,${createHmac('sha256', secretBytes(keys, webhook.webhook_ref, source))
          .update(signed)
          .digest('base64')}`,
    )
    .join(' ');
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

function activeSources(keys: LinkKeys, webhook: WebhookRow, at: Date): SecretSource[] {
  const current = { keyId: webhook.secret_key_id, number: webhook.secret_number };
  if (webhook.previous_key_id === null || webhook.previous_number === null) return [current];
  if (webhook.previous_until === null || webhook.previous_until <= at) return [current];
  // Its key may be lost, which is a reason to rotate the secret.
  if (!Object.hasOwn(keys.keys, webhook.previous_key_id)) return [current];
  return [current, { keyId: webhook.previous_key_id, number: webhook.previous_number }];
}

function secretBytes(keys: LinkKeys, webhookRef: string, source: SecretSource): Buffer {
  return deriveBytes(keys, source.keyId, `webhook\n${webhookRef}\n${source.number}`);
}
