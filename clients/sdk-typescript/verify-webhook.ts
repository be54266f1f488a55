// Verifies webhooks according to Standard Webhooks (https://www.standardwebhooks.com) with what every runtime has.
import type { Event, EventData, WebhookTest } from '../../contract/generated/api.ts';

/** Types may be added, so `type` does not tell a test apart: check `data.meetingRef` or `data.webhookRef`. */
export type WebhookEvent =
  | (Event & { data: { webhookRef?: undefined } })
  | (WebhookTest & { data: { [member in keyof EventData]?: undefined } });
/** `id` is the same for every attempt and replay: store it, and ignore a call that repeats one. */
export type WebhookCall = { id: string; event: WebhookEvent };
/** Node's `request.headers`, or the `Headers` of `fetch`. */
export type ReceivedHeaders =
  Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The call is not from the service, was changed in transit, or is too old. Answer with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

/**
 * The event of a call to your server. `body` is the raw body as received, not what a framework parsed.
 * Rejects with WebhookVerificationError.
 */
export async function verifyWebhook(call: {
  secret: string;
  headers: ReceivedHeaders;
  body: string | Uint8Array;
  /** 300 by default. */
  toleranceSeconds?: number | undefined;
}): Promise<WebhookCall> {
  const id = headerOf(call.headers, 'webhook-id');
  const timestamp = headerOf(call.headers, 'webhook-timestamp');
  const signatures = headerOf(call.headers, 'webhook-signature').split(' ');
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > (call.toleranceSeconds ?? TOLERANCE_SECONDS))
    throw new WebhookVerificationError('The timestamp of the call is too far away from now');
  const body = typeof call.body === 'string' ? new TextEncoder().encode(call.body) : call.body;
  if (!(body instanceof Uint8Array))
    throw new TypeError('body is not the raw body: a string or bytes, not what a framework parsed');
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const key = await keyOf(call.secret);
  const isGenuine = await Promise.all(
    signatures.map((signature) => isSignedBy(key, signature, signed)),
  );
  if (!isGenuine.includes(true)) throw new WebhookVerificationError('No signature matches');
  return { id, event: JSON.parse(new TextDecoder().decode(body)) };
}

async function isSignedBy(key: CryptoKey, signature: string, signed: Uint8Array<ArrayBuffer>) {
  const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice('v1,'.length)) : null;
  return bytes !== null && crypto.subtle.verify('HMAC', key, bytes, signed);
}

function headerOf(headers: ReceivedHeaders, name: string): string {
  const value = isLikeHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value.join(' ') : value;
  if (typeof text !== 'string' || text === '')
    throw new WebhookVerificationError(`The header ${name} is missing`);
  return text;
}

/** Some packages have a class of their own. */
const isLikeHeaders = (headers: ReceivedHeaders): headers is Headers =>
  typeof headers['get'] === 'function';

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === null || bytes.length === 0) throw new TypeError('secret is not whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
