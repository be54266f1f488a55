import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { deleteWebhook, findWebhook, lockTenantWebhook } from '../../store/webhook/webhook.ts';
import { findMeeting } from '../../store/meeting.ts';
import { inTransaction } from '../context.ts';
import { deleteMeeting } from '../meeting/delete-meeting.ts';

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
