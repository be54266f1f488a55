import { expect, test } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { deliveryHandlers } from '../../jobs/task-handlers.ts';
import { runTasks } from '../task/run-tasks.ts';
import { MAX_DELIVERIES, MAX_TO_ONE_WEBHOOK } from './delivery-gate.ts';

const scene = await webhookScene({ postWithinMs: 60_000 });
scene.ctx.clock = { now: () => new Date() };

test('a receiver that never answers delays no other and gets only a few calls at once', async () => {
  const [slow, quick] = [await webhookReceiver(() => 'silence'), await webhookReceiver()];
  await scene.webhook(slow.url, { eventTypes: ['meeting.state_changed'] });
  await scene.webhook(quick.url, { eventTypes: ['meeting.state_changed'] });
  for (let i = 0; i < 30; i += 1) await scene.cancelled();
  const runner = runTasks(scene.ctx, {
    holder: 'worker',
    handlers: deliveryHandlers(),
    concurrency: MAX_DELIVERIES,
  });
  await until('the quick one has everything', 25_000, () => quick.calls.length === 30);
  expect(slow.calls.length).toBeLessThanOrEqual(MAX_TO_ONE_WEBHOOK);
  expect(slow.calls.length).toBeGreaterThan(0);
  await runner.stop();
});

test('a stop in the middle of a call does not count as an attempt', async () => {
  const receiver = await webhookReceiver(() => 'silence');
  const { webhookRef } = await scene.webhook(receiver.url, {
    eventTypes: ['meeting.state_changed'],
  });
  await scene.cancelled();
  const runner = runTasks(scene.ctx, {
    holder: 'worker',
    handlers: deliveryHandlers(),
    concurrency: MAX_DELIVERIES,
  });
  await until('the call is under way', 15_000, () => receiver.calls.length === 1);
  await runner.stop();
  expect(await scene.deliveries(webhookRef)).toMatchObject([
    { status: 'pending', attempt_count: 0, attempts: [] },
  ]);
});
