import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Received, webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';

const scene = await webhookScene();

const HOUR = 3_600;

const change = (webhookRef: string) => ({ actor: scene.actor, webhookRef, call: null });

// The verifier reads the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: scene.clock.now() }));

afterEach(async () => {
  vi.useRealTimers();
  await scene.db.deleteFrom('webhook').execute();
  await scene.db.deleteFrom('task').execute();
});

const headersOf = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});

function loseKey(): void {
  const { linkKeys } = scene.ctx;
  onTestFinished(() => void (scene.ctx.linkKeys = linkKeys));
  scene.ctx.linkKeys = { current: 'k2', keys: { k2: Buffer.alloc(32, 2) } };
}

describe('rotating the secret', () => {
  // Promise: E2
  test('both secrets verify for 24 hours, then the new one alone', async () => {
    const receiver = await webhookReceiver();
    const { webhookRef, secret: old } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    const { webhook } = await rotateWebhookSecret(scene.ctx, change(webhookRef));
    await scene.cancelled();
    await scene.deliver();
    scene.clock.advance(24 * HOUR);
    await scene.cancelled();
    await scene.deliver();
    const [during, after] = receiver.calls;
    if (!during || !after) throw new Error('two deliveries are missing');
    expect([
      webhook.secret === old,
      String(during.headers['webhook-signature']).split(' ').length,
    ]).toEqual([false, 2]);
    vi.setSystemTime(Number(during.headers['webhook-timestamp']) * 1000);
    new Verifier(old).verify(during.body, headersOf(during));
    new Verifier(webhook.secret).verify(during.body, headersOf(during));
    vi.setSystemTime(Number(after.headers['webhook-timestamp']) * 1000);
    expect(() => new Verifier(old).verify(after.body, headersOf(after))).toThrow();
    new Verifier(webhook.secret).verify(after.body, headersOf(after));
  });

  test('the new secret verifies at once where the key of the old one is lost', async () => {
    const receiver = await webhookReceiver();
    const { webhookRef } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    loseKey();
    await scene.cancelled();
    await scene.deliver();
    expect(receiver.calls).toEqual([]);
    const { webhook } = await rotateWebhookSecret(scene.ctx, change(webhookRef));
    await scene.pass(60);
    const [call] = receiver.calls;
    if (!call) throw new Error('nothing is delivered');
    vi.setSystemTime(Number(call.headers['webhook-timestamp']) * 1000);
    new Verifier(webhook.secret).verify(call.body, headersOf(call));
  });

  test('the log says so when a missing link key keeps a delivery from being signed', async () => {
    const receiver = await webhookReceiver();
    await scene.webhook(receiver.url, { eventTypes: ['meeting.state_changed'] });
    loseKey();
    const warn = vi.spyOn(scene.ctx.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    await scene.cancelled();
    await scene.deliver();
    const [fields] = warn.mock.calls.map(([, given]) => given);
    expect((fields?.error as Error | undefined)?.constructor.name).toBe('LinkKeyMissing');
  });

  // Promise: E2
  test('no secret is in the database, in any form', async () => {
    const { webhookRef, secret } = await scene.webhook((await webhookReceiver()).url);
    const rotated = await rotateWebhookSecret(scene.ctx, {
      ...change(webhookRef),
      call: { tenant: 'acme', method: 'POST', path: '/x', key: 'r' },
    });
    const rows = [
      await scene.db.selectFrom('webhook').selectAll().execute(),
      await scene.db.selectFrom('idempotency_record').selectAll().execute(),
    ];
    const dump = JSON.stringify(rows);
    for (const text of [secret, rotated.webhook.secret])
      expect(dump).not.toContain(text.slice('whsec_'.length, -4));
  });
});

describe('tests and replays', () => {
  test('a test delivery verifies, is attempted once, and has a type of its own', async () => {
    const receiver = await webhookReceiver(() => ({ status: 500 }));
    const { webhookRef, secret } = await scene.webhook(receiver.url, {
      eventTypes: ['summary.available'],
    });
    const { delivery } = await testWebhook(scene.ctx, change(webhookRef));
    await scene.pass(HOUR);
    expect(receiver.calls).toHaveLength(1);
    const [call] = receiver.calls;
    if (!call) throw new Error('nothing came');
    expect(new Verifier(secret).verify(call.body, headersOf(call))).toMatchObject({
      eventRef: headersOf(call)['webhook-id'],
      type: 'webhook.test',
      data: { webhookRef },
    });
    expect(await scene.delivery(delivery.deliveryRef)).toMatchObject({
      status: 'failed',
      attempts: [{ result: 'refused', httpStatus: 500 }],
    });
  });

  // Promise: E2
  test('a replay sends the same bytes with the same webhook-id, however often it is requested', async () => {
    const receiver = await webhookReceiver();
    const { webhookRef } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    await scene.cancelled();
    await scene.deliver();
    const [row] = await scene.deliveries(webhookRef);
    const deliveryRef = row?.delivery_ref ?? '';
    for (const _ of [1, 2]) {
      await replayWebhookDelivery(scene.ctx, { ...change(webhookRef), deliveryRef });
      await scene.deliver();
    }
    expect(
      new Set(receiver.calls.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size,
    ).toBe(1);
    expect(receiver.calls).toHaveLength(3);
    expect((await scene.delivery(deliveryRef)).attempts).toHaveLength(3);
  });

  test('a replay that is answered with a Retry-After of an hour delays no later event', async () => {
    const receiver = await webhookReceiver((_, count) => ({ status: count === 2 ? 500 : 200 }));
    const { webhookRef } = await scene.webhook(receiver.url);
    await scene.cancelled();
    await scene.deliver();
    const statuses = async () => (await scene.deliveries(webhookRef)).map(({ status }) => status);
    expect(await statuses()).toEqual(['delivered', 'pending', 'pending']);
    const [first] = await scene.deliveries(webhookRef);
    receiver.react = ({ headers }) =>
      headers['webhook-id'] === first?.event_ref
        ? { status: 503, headers: { 'retry-after': '3600' } }
        : { status: 200 };
    await replayWebhookDelivery(scene.ctx, {
      ...change(webhookRef),
      deliveryRef: first?.delivery_ref ?? '',
    });
    await scene.pass(60);
    expect(await statuses()).toEqual(['pending', 'delivered', 'delivered']);
  });
});

// Promise: E2
test('events after one whose receiver asked for an hour wait as long, without calls, and arrive in order', async () => {
  const receiver = await webhookReceiver(() => ({
    status: 503,
    headers: { 'retry-after': '3600' },
  }));
  const { webhookRef } = await scene.webhook(receiver.url);
  await scene.cancelled();
  // Their first check may have come while it was still under way.
  await scene.pass(30);
  const [first, ...later] = await scene.deliveries(webhookRef);
  const askedFor = first?.next_attempt_at?.getTime() ?? 0;
  const tasks = await scene.db
    .selectFrom('task')
    .select('due_at')
    .where(
      'ref',
      'in',
      later.map((row) => row.delivery_ref),
    )
    .execute();
  expect(tasks.map(({ due_at }) => due_at.getTime() >= askedFor)).toEqual([true, true]);
  receiver.react = () => ({ status: 204 });
  await scene.pass(2 * 3_600);
  const order = receiver.calls.map(({ body }) => JSON.parse(body).type);
  expect(order).toEqual([
    'meeting.state_changed',
    'meeting.state_changed',
    'transcript.available',
    'summary.available',
  ]);
});
