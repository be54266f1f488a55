import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { deliveryGate } from './delivery-gate.ts';
import { readWebhook } from './read-webhooks.ts';
import { updateWebhook } from './update-webhook.ts';

const scene = await webhookScene();

// Promise: E2
test.each([1, 2, 3])(
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
    if (receiver.calls.length === 0) await deliver();
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
