import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';

const scene = await webhookScene();

// Promise: E2
test('events behind one whose receiver asked for an hour wait as long, cost nothing, and arrive in order', async () => {
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
