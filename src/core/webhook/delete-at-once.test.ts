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
