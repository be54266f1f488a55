import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { until } from '../../../dev/world/until.ts';
import { claimIdempotencyRecord, findIdempotencyRecord } from '../../store/idempotency-record.ts';
import { deleteOldIdempotencyRecords } from '../../store/retention.ts';
import type { Tx } from '../../store/schema.ts';
import { deleteOldDeliveries, restartDelivery } from '../../store/webhook/webhook-delivery.ts';
import { recordOf } from '../idempotency/once.ts';

const scene = await webhookScene();
const { db, clock } = scene;

/** Deletes while `change` has changed a row but is not committed; returns how many rows were deleted. */
async function deleteDuring(
  change: (tx: Tx) => Promise<unknown>,
  deleteOld: () => Promise<number>,
): Promise<number> {
  const deletion = await db.transaction().execute(async (tx) => {
    await change(tx);
    const deleted = deleteOld();
    deleted.catch(() => {});
    await until('the deletion waits', 10_000, async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
    return { deleted };
  });
  return deletion.deleted;
}

test('a delivery that is replayed while old ones are deleted is kept, and sent again', async () => {
  const receiver = await webhookReceiver();
  const { webhookRef } = await scene.webhook(receiver.url);
  await scene.cancelled();
  await scene.deliver();
  clock.advance(86_400);
  const [first, ...others] = await scene.deliveries(webhookRef);
  if (!first) throw new Error('no delivery');
  const deleted = await deleteDuring(
    (tx) => restartDelivery(tx, first.delivery_ref, clock.now()),
    () => deleteOldDeliveries(db, clock.now(), 100),
  );
  expect(deleted).toBe(others.length);
  expect(await scene.deliveries(webhookRef)).toMatchObject([
    { delivery_ref: first.delivery_ref, status: 'pending' },
  ]);
});

test('an expired key that is used again while old ones are deleted still protects the new call', async () => {
  const call = { tenant: 'acme', method: 'POST', path: '/v1/meetings', key: 'used twice' };
  const claim = (tx: Tx) => claimIdempotencyRecord(tx, recordOf(scene.ctx, call, {}, {}), 2_000);
  await db.transaction().execute(claim);
  clock.advance(86_400);
  const again = recordOf(scene.ctx, call, {}, {});
  await deleteDuring(claim, () => deleteOldIdempotencyRecords(db, clock.now(), 100));
  expect((await findIdempotencyRecord(db, again))?.expires_at).toEqual(again.expires_at);
});
