import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { until } from '../../../dev/world/until.ts';
import { deleteOldDeliveries, restartDelivery } from '../../store/webhook/webhook-delivery.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';

const scene = await webhookScene();
const { db, clock } = scene;

const isOneWaiting = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
};

test('a delivery that is replayed while old ones are deleted is kept', async () => {
  const receiver = await webhookReceiver();
  const { webhookRef } = await scene.webhook(receiver.url);
  await scene.cancelled();
  await scene.deliver();
  clock.advance(86_400);
  const [first, ...others] = await scene.deliveries(webhookRef);
  if (!first) throw new Error('no delivery');
  const { deletion } = await db.transaction().execute(async (tx) => {
    await restartDelivery(tx, first.delivery_ref, clock.now());
    const deleting = deleteOldDeliveries(db, clock.now(), 100);
    deleting.catch(() => {});
    await until('the deletion waits', 10_000, isOneWaiting);
    return { deletion: deleting };
  });
  expect(await deletion).toBe(others.length);
  expect(await scene.deliveries(webhookRef)).toMatchObject([
    { delivery_ref: first.delivery_ref, status: 'pending' },
  ]);
});

test('a delivery that is deleted while it is replayed is not found', async () => {
  const { ctx, actor } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  await scene.cancelled();
  await scene.deliver();
  clock.advance(86_400);
  const [first] = await scene.deliveries(webhookRef);
  const change = { actor, webhookRef, call: null, deliveryRef: first?.delivery_ref ?? '' };
  const { replay } = await db.transaction().execute(async (tx) => {
    await deleteOldDeliveries(tx, clock.now(), 100);
    const replaying = replayWebhookDelivery(ctx, change);
    replaying.catch(() => {});
    await until('the replay waits', 10_000, isOneWaiting);
    return { replay: replaying };
  });
  await expect(replay).rejects.toMatchObject({ code: 'delivery_not_found' });
});
