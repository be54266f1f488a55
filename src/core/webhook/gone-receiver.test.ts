import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { deliveryGate } from './delivery-gate.ts';

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
