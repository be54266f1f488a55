import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { updateWebhook } from './update-webhook.ts';

const scene = await webhookScene();

// Promise: E2
test('a webhook made active again gets new events, and by replay those that had failed', async () => {
  const receiver = await webhookReceiver(() => ({ status: 410 }));
  const { webhookRef, secret } = await scene.webhook(receiver.url, {
    eventTypes: ['meeting.state_changed'],
  });
  await scene.cancelled();
  await scene.deliver();
  await scene.cancelled();
  receiver.react = () => ({ status: 204 });
  await updateWebhook(scene.ctx, { actor: scene.actor, webhookRef, to: { status: 'active' } });
  const later = await scene.cancelled();
  await scene.deliver();
  const [failed] = await scene.deliveries(webhookRef);
  await replayWebhookDelivery(scene.ctx, {
    actor: scene.actor,
    webhookRef,
    call: null,
    deliveryRef: failed?.delivery_ref ?? '',
  });
  await scene.deliver();
  expect((await scene.deliveries(webhookRef)).map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
  ]);
  const [first, second, replayed] = receiver.calls;
  expect([JSON.parse(second?.body ?? '').data.meetingRef, replayed?.body]).toEqual([
    later,
    first?.body,
  ]);
  if (second) new Verifier(secret).verify(second.body, second.headers as Record<string, string>);
});

// Promise: E2
test('a webhook that its client disables gets none of the pending deliveries', async () => {
  const receiver = await webhookReceiver(() => ({ status: 500 }));
  const { webhookRef } = await scene.webhook(receiver.url, {
    eventTypes: ['meeting.state_changed'],
  });
  await scene.cancelled();
  await scene.deliver();
  await updateWebhook(scene.ctx, { actor: scene.actor, webhookRef, to: { status: 'disabled' } });
  await scene.pass(3_600);
  expect(receiver.calls).toHaveLength(1);
  expect(await scene.deliveries(webhookRef)).toMatchObject([
    { status: 'failed', next_attempt_at: null },
  ]);
});
