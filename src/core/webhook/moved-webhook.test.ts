import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { readWebhook } from './read-webhooks.ts';
import { updateWebhook } from './update-webhook.ts';

const scene = await webhookScene();

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
