import { describe, expect, test, vi } from 'vitest';
import { webhookReceiver } from '../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../dev/world/service/webhook-scene.ts';
import { verifyWebhook, WebhookVerificationError } from './client.ts';

const scene = await webhookScene();
const receiver = await webhookReceiver();
const { secret } = await scene.webhook(receiver.url);
const meetingRef = await scene.cancelled();
await scene.deliver();
const [call] = receiver.calls;
if (!call) throw new Error('nothing was delivered');
const genuine = { secret, headers: call.headers, body: call.body };

describe('a call of the service', () => {
  test('is verified and read', async () => {
    expect(await verifyWebhook(genuine)).toEqual({
      id: call.headers['webhook-id'],
      event: expect.objectContaining({
        type: 'meeting.state_changed',
        data: { meetingRef, meetingState: 'cancelled' },
      }),
    });
  });

  test('is verified as bytes, with the headers of fetch, and by either of two signatures', async () => {
    const headers = new Headers(
      Object.entries(call.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    headers.set('webhook-signature', `v1,AAAA v2,x ${headers.get('webhook-signature')}`);
    const body = new TextEncoder().encode(call.body);
    expect((await verifyWebhook({ secret, headers, body })).event.type).toBe(
      'meeting.state_changed',
    );
  });
});

describe('refused is', () => {
  const other = `whsec_${btoa('x'.repeat(32))}`;
  test.each([
    ['another secret', { ...genuine, secret: other }],
    ['another body', { ...genuine, body: `${call.body} ` }],
    ['another id', { ...genuine, headers: { ...call.headers, 'webhook-id': 'evt_x' } }],
    ['no signature', { ...genuine, headers: { ...call.headers, 'webhook-signature': undefined } }],
    [
      'a signature that is none',
      { ...genuine, headers: { ...call.headers, 'webhook-signature': 'v1,%' } },
    ],
    [
      'a time that is none',
      { ...genuine, headers: { ...call.headers, 'webhook-timestamp': '1e3' } },
    ],
  ])('%s', async (_, forged) => {
    await expect(verifyWebhook(forged)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  test('a body that a framework has parsed', async () => {
    const parsed: never = JSON.parse(call.body) as never;
    await expect(verifyWebhook({ ...genuine, body: parsed })).rejects.toThrow('raw body');
  });

  test('a call that is older than five minutes', async () => {
    const sentAt = Number(call.headers['webhook-timestamp']) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: sentAt + 299_000 });
    try {
      await expect(verifyWebhook(genuine)).resolves.toBeDefined();
      vi.setSystemTime(sentAt + 301_000);
      await expect(verifyWebhook(genuine)).rejects.toThrow('too far away');
    } finally {
      vi.useRealTimers();
    }
  });
});
