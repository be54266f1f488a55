import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { deleteWebhook, findWebhook, lockTenantWebhook } from '../../store/webhook/webhook.ts';
import { findMeeting } from '../../store/meeting.ts';
import { inTransaction } from '../context.ts';
import { deleteMeeting } from '../meeting/delete-meeting.ts';
import { deleteWebhook as deleteByRequest } from './delete-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

const scene = await webhookScene();

const waitingForLocks = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(scene.db);
  return rows.length > 0;
};

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

/** Has `change` wait for the first delivery of three, and returns how the deliveries are at that moment. */
async function whileOneIsLocked(webhookRef: string, change: () => Promise<unknown>) {
  const [first] = await scene.deliveries(webhookRef);
  const { seen, changed } = await scene.db.transaction().execute(async (tx) => {
    await sql`select from webhook_delivery where delivery_ref = ${first?.delivery_ref}
      for update`.execute(tx);
    const changing = change();
    changing.catch(() => {});
    await until('the change waits', 10_000, waitingForLocks);
    return { seen: await scene.deliveries(webhookRef), changed: changing };
  });
  await changed;
  return seen.map((delivery) => [delivery.delivery_ref === first?.delivery_ref, delivery.status]);
}

// Promise: E2
test('the deliveries of a deleted webhook go before anybody has to wait for the webhook', async () => {
  const { ctx, actor } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  await scene.cancelled();
  const left = await whileOneIsLocked(webhookRef, () =>
    deleteByRequest(ctx, { actor, webhookRef }),
  );
  expect(left).toEqual([[true, 'pending']]);
  expect(await findWebhook(scene.db, webhookRef)).toBeUndefined();
  const { rows } = await sql`select from task where kind = 'deliver_webhook'`.execute(scene.db);
  expect(rows).toEqual([]);
});

// Promise: E2
test('a webhook that is being disabled keeps no meeting of its tenant waiting', async () => {
  const { ctx, actor } = scene;
  const { webhookRef } = await scene.webhook((await webhookReceiver()).url);
  await scene.cancelled();
  let meetingRef = '';
  await whileOneIsLocked(webhookRef, async () => {
    const disabled = updateWebhook(ctx, { actor, webhookRef, to: { status: 'disabled' } });
    meetingRef = await until('it is disabled', 10_000, async () =>
      (await findWebhook(scene.db, webhookRef))?.status === 'disabled' ? scene.cancelled() : false,
    );
    await disabled;
  });
  expect(await findMeeting(scene.db, meetingRef)).toMatchObject({ state: 'cancelled' });
  const statuses = (await scene.deliveries(webhookRef)).map(({ status }) => status);
  expect(statuses).toEqual(['failed', 'failed', 'failed']);
});
