import type { KyselyPlugin } from 'kysely';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { outgoingHttp } from '../../adapters/outgoing-http/outgoing-http.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { deliveryGate } from './delivery-gate.ts';
import { readWebhook } from './read-webhooks.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

const scene = await webhookScene();

const HOUR = 3_600;

afterEach(async () => {
  await scene.db.deleteFrom('webhook').execute();
  await scene.db.deleteFrom('task').execute();
});

// Promise: E2
test.each([
  ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'redirected', 302],
  ['refuses', { status: 400 }, 'refused', 400],
  ['does not answer in time', 'silence' as const, 'timeout', null],
])('a receiver that %s is tried again', async (_, reaction, result, httpStatus) => {
  // Others are given the usual time, since a busy machine answers late.
  if (reaction === 'silence') {
    const { outgoing } = scene.ctx;
    onTestFinished(() => void (scene.ctx.outgoing = outgoing));
    scene.ctx.outgoing = outgoingHttp({ allowPrivate: true, postWithinMs: 300 });
  }
  const receiver = await webhookReceiver(() => reaction);
  const { webhookRef } = await scene.webhook(receiver.url, {
    eventTypes: ['meeting.state_changed'],
  });
  await scene.cancelled();
  await scene.deliver();
  const [row] = await scene.deliveries(webhookRef);
  expect(row).toMatchObject({ status: 'pending', attempts: [{ result, httpStatus }] });
  expect(row?.next_attempt_at?.getTime()).toBeGreaterThan(scene.clock.now().getTime());
  expect(JSON.stringify(row)).not.toContain('kept by nobody');
});

// Promise: E2
test.each([
  [429, '3600', 3_600],
  [503, '3600', 3_600],
  [503, '1', 5],
  [503, '9999999', 86_400],
  [503, 'soon', 5],
  [500, '3600', 5],
])(
  'a receiver that answers %i with Retry-After: %s is called again after %i s, or up to a tenth later',
  async (status, value, seconds) => {
    const receiver = await webhookReceiver(() => ({ status, headers: { 'retry-after': value } }));
    const { webhookRef } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    await scene.cancelled();
    await scene.deliver();
    const [row] = await scene.deliveries(webhookRef);
    const waits = ((row?.next_attempt_at?.getTime() ?? 0) - scene.clock.now().getTime()) / 1000;
    expect(waits).toBeGreaterThanOrEqual(seconds);
    expect(waits).toBeLessThanOrEqual(seconds * 1.1);
  },
);

test('410 disables the webhook: pending deliveries are not sent and new ones are not created', async () => {
  const receiver = await webhookReceiver(() => ({ status: 410 }));
  const { webhookRef } = await scene.webhook(receiver.url);
  await scene.cancelled();
  await scene.pass(HOUR);
  await scene.cancelled();
  await scene.pass(HOUR);
  expect(receiver.calls).toHaveLength(1);
  expect((await scene.deliveries(webhookRef)).map(({ status }) => status)).toEqual([
    'failed',
    'failed',
    'failed',
  ]);
  const row = await scene.db
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_ref', '=', webhookRef)
    .executeTakeFirstOrThrow();
  expect([row.status, row.status_reason]).toEqual(['disabled', 'gone']);
  const wish = { actor: scene.actor, webhookRef, call: null };
  await expect(testWebhook(scene.ctx, wish)).rejects.toMatchObject({ code: 'webhook_disabled' });
});

// Promise: E2
test.each([1, 2])(
  'a 410 while the next event stalls at its read %i keeps that event from the receiver',
  async (stalls) => {
    const receiver = await webhookReceiver(() => ({ status: 410 }));
    const tenant = scene.actor.tenant;
    const { webhookRef } = await scene.webhook(receiver.url, { tenant });
    await scene.cancelled();
    const [first, second] = await scene.deliveries(webhookRef);
    const gate = deliveryGate();
    const { signal } = new AbortController();
    const deliver = (delivery = first, db = scene.db) =>
      deliverWebhook({ ...scene.ctx, db }, delivery?.delivery_ref ?? '', gate, signal);
    let reads = 0;
    const stalling: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads += 1;
        if (reads === stalls) await deliver();
        return result;
      },
    };
    await deliver(second, scene.db.withPlugin(stalling));
    expect(receiver.calls).toHaveLength(1);
    expect(await scene.delivery(second?.delivery_ref ?? '')).toMatchObject({ status: 'failed' });
  },
);

// Promise: E2
test('a 410 of the old URL leaves a webhook active that moved meanwhile: its event goes to the new URL', async () => {
  const { ctx, actor } = scene;
  const [old, current] = [await webhookReceiver(() => ({ status: 410 })), await webhookReceiver()];
  const eventTypes = ['meeting.state_changed' as const];
  const { webhookRef } = await scene.webhook(old.url, { eventTypes });
  const { post } = ctx.outgoing;
  onTestFinished(() => void (ctx.outgoing.post = post));
  ctx.outgoing.post = async (url, message, signal) => {
    const answer = await post(url, message, signal);
    if (url === old.url) await updateWebhook(ctx, { actor, webhookRef, to: { url: current.url } });
    return answer;
  };
  await scene.cancelled();
  await scene.pass(60);
  expect([old.calls.length, current.calls.length]).toEqual([1, 1]);
  expect((await readWebhook(ctx, { actor, webhookRef })).status).toBe('active');
  const [delivery] = await scene.deliveries(webhookRef);
  expect(delivery?.status).toBe('delivered');
  expect(delivery?.attempts.map(({ result }) => result)).toEqual(['refused', 'delivered']);
});
