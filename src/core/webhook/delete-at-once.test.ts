import { type RawBuilder, sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { deleteWebhook, findWebhook, lockTenantWebhook } from '../../store/webhook/webhook.ts';
import { deleteOldDeliveries, restartDelivery } from '../../store/webhook/webhook-delivery.ts';
import { findMeeting } from '../../store/meeting.ts';
import { inTransaction } from '../context.ts';
import { deleteMeeting } from '../meeting/delete-meeting.ts';
import { deleteWebhook as deleteByRequest } from './delete-webhook.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { updateWebhook } from './update-webhook.ts';

const scene = await webhookScene();

afterEach(async () => {
  await scene.db.deleteFrom('webhook').execute();
  await scene.db.deleteFrom('task').execute();
});

/** For how many seconds each statement that waits for a lock has waited. */
const locksAwaited = async (): Promise<number[]> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - query_start)::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(scene.db);
  return rows.map(({ seconds }) => seconds);
};
const waitingForLocks = async (): Promise<boolean> => (await locksAwaited()).length > 0;

test('a delivery that is replayed while old ones are deleted is kept', async () => {
  const receiver = await webhookReceiver();
  const { webhookRef } = await scene.webhook(receiver.url);
  await scene.cancelled();
  await scene.deliver();
  scene.clock.advance(86_400);
  const [first, ...others] = await scene.deliveries(webhookRef);
  if (!first) throw new Error('no delivery');
  const { deletion } = await scene.db.transaction().execute(async (tx) => {
    await restartDelivery(tx, first.delivery_ref, scene.clock.now());
    const deleting = deleteOldDeliveries(scene.db, scene.clock.now(), 100);
    deleting.catch(() => {});
    await until('the deletion waits', 10_000, waitingForLocks);
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
  scene.clock.advance(86_400);
  const [first] = await scene.deliveries(webhookRef);
  const change = { actor, webhookRef, call: null, deliveryRef: first?.delivery_ref ?? '' };
  const { replay } = await scene.db.transaction().execute(async (tx) => {
    await deleteOldDeliveries(tx, scene.clock.now(), 100);
    const replaying = replayWebhookDelivery(ctx, change);
    replaying.catch(() => {});
    await until('the replay waits', 10_000, waitingForLocks);
    return { replay: replaying };
  });
  await expect(replay).rejects.toMatchObject({ code: 'delivery_not_found' });
});

// Promise: 106, E2
test('a meeting and a webhook that was told about it can be deleted at the same moment', async () => {
  const { ctx, actor } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  const meetingRef = await scene.cancelled();
  await scene.deliver();
  let deletion: Promise<void> | undefined;
  // Steps of deleteWebhook. In between, the meeting's deletion locks the deliveries and waits for the webhook.
  await inTransaction(ctx, async (tx) => {
    await lockTenantWebhook(tx.db, actor.tenant, webhookRef);
    if (!deletion) {
      deletion = deleteMeeting(ctx, { actor, meetingRef });
      deletion.catch(() => {});
      await until('the deletion waits', 10_000, waitingForLocks);
    }
    await deleteWebhook(tx.db, webhookRef);
  });
  await deletion;
  const left = [await findMeeting(scene.db, meetingRef), await findWebhook(scene.db, webhookRef)];
  expect(left).toEqual([undefined, undefined]);
});

// Promise: E2
test('of two who delete a webhook at the same moment one succeeds, and the other does not find it', async () => {
  const { ctx, actor, db } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  await scene.cancelled();
  const remove = () => deleteByRequest(ctx, { actor, webhookRef });
  await sql`create function wait_for_the_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(7); return old; end $$`.execute(db);
  await sql`create trigger wait_for_the_test before delete on webhook_delivery
    for each row execute function wait_for_the_test()`.execute(db);
  const both = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7)`.execute(tx);
    // The first one has locked the deliveries, and not yet their tasks.
    const first = Promise.allSettled([remove()]);
    await until('the first one waits', 10_000, async () => (await locksAwaited()).length === 1);
    const second = Promise.allSettled([remove()]);
    // PostgreSQL looks for a deadlock once, a second after a statement began to wait.
    await until('the second one has waited', 10_000, async () => {
      const ages = await locksAwaited();
      return ages.length === 2 && ages.every((seconds) => seconds > 1.1);
    });
    return [first, second];
  });
  await sql`drop function wait_for_the_test cascade`.execute(db);
  const outcomes = (await Promise.all(both)).flat();
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(reasons).toEqual([expect.objectContaining({ code: 'webhook_not_found' })]);
  expect(await scene.deliveries(webhookRef)).toEqual([]);
});

/** Has `change` wait for a transaction that locked the rows of `first`, and now waits for those of `second`. */
async function inACircle(
  { first, second }: { first: RawBuilder<unknown>; second: RawBuilder<unknown> },
  change: () => Promise<unknown>,
) {
  const changed = await scene.db.transaction().execute(async (tx) => {
    // PostgreSQL ends the other one of the two.
    await sql`set local deadlock_timeout = '1min'`.execute(tx);
    await first.execute(tx);
    const changing = change();
    changing.catch(() => {});
    await until('the change waits', 10_000, waitingForLocks);
    await second.execute(tx);
    return { changing };
  });
  await changed.changing;
}

// Promise: E2
test('deleting or disabling a webhook succeeds when another transaction locks its rows in another order', async () => {
  const { ctx, actor } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  await scene.cancelled();
  const numbered = (order: 'asc' | 'desc') =>
    sql`select from webhook_delivery where webhook_ref = ${webhookRef}
      order by number ${sql.raw(order)} limit 1 for update`;
  await inACircle({ first: numbered('desc'), second: numbered('asc') }, () =>
    updateWebhook(ctx, { actor, webhookRef, to: { status: 'disabled' } }),
  );
  const statuses = (await scene.deliveries(webhookRef)).map(({ status }) => status);
  expect(statuses).toEqual(['failed', 'failed', 'failed']);
  const tasks = sql`select from task where kind = 'deliver_webhook' for update`;
  await inACircle({ first: tasks, second: numbered('asc') }, () =>
    deleteByRequest(ctx, { actor, webhookRef }),
  );
  expect(await findWebhook(scene.db, webhookRef)).toBeUndefined();
});

/** Has `change` wait for the first of three deliveries, and returns what others see at that moment. */
async function seenWhileOneIsLocked(webhookRef: string, change: () => Promise<unknown>) {
  const [first] = await scene.deliveries(webhookRef);
  const { seen, changed } = await scene.db.transaction().execute(async (tx) => {
    await sql`select from webhook_delivery where delivery_ref = ${first?.delivery_ref}
      for update`.execute(tx);
    const changing = change();
    changing.catch(() => {});
    await until('the change waits', 10_000, waitingForLocks);
    const deliveries = await scene.deliveries(webhookRef);
    const webhook = await findWebhook(scene.db, webhookRef);
    return { seen: { webhook, deliveries }, changed: changing };
  });
  await changed;
  return seen;
}

// Promise: E2
test('most deliveries of a webhook are deleted before anybody has to wait for the webhook', async () => {
  const { ctx, actor } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  await scene.cancelled();
  const { deliveries } = await seenWhileOneIsLocked(webhookRef, () =>
    deleteByRequest(ctx, { actor, webhookRef }),
  );
  expect(deliveries).toHaveLength(1);
  expect(await findWebhook(scene.db, webhookRef)).toBeUndefined();
  const { rows } = await sql`select from task where kind = 'deliver_webhook'`.execute(scene.db);
  expect(rows).toEqual([]);
});

// Promise: E2
test('nobody has to wait for a disabled webhook while its waiting deliveries fail', async () => {
  const { ctx, actor } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  await scene.cancelled();
  const { webhook } = await seenWhileOneIsLocked(webhookRef, () =>
    updateWebhook(ctx, { actor, webhookRef, to: { status: 'disabled' } }),
  );
  expect(webhook?.status).toBe('disabled');
  const statuses = (await scene.deliveries(webhookRef)).map(({ status }) => status);
  expect(statuses).toEqual(['failed', 'failed', 'failed']);
});
