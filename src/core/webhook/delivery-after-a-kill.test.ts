import { afterEach, describe, expect, test } from 'vitest';
import { killableDb, Killed } from '../../../dev/world/service/test-database.ts';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { deliveryHandlers } from '../../jobs/task-handlers.ts';
import { cancelMeeting } from '../meeting/cancel-meeting.ts';
import { startDueTasks } from '../task/run-due-tasks.ts';
import { releaseLeases } from '../task/run-tasks.ts';

const scene = await webhookScene();

afterEach(async () => {
  await scene.db.deleteFrom('webhook').execute();
  await scene.db.deleteFrom('task').execute();
});

/** One round of the runner in a process that is killed at its first transaction. */
async function dyingRound(committed: boolean): Promise<void> {
  const ctx = { ...scene.ctx, db: killableDb(scene.db, { afterTransactions: 1, committed }) };
  const signal = new AbortController().signal;
  const runs = await startDueTasks(ctx, {
    holder: 'worker',
    handlers: deliveryHandlers(),
    limit: 1,
    signal,
  });
  const ends = await Promise.allSettled(runs);
  expect(ends).toMatchObject([{ status: 'rejected', reason: expect.any(Killed) }]);
}

async function restart(): Promise<void> {
  await releaseLeases(scene.ctx, 'worker');
  await scene.pass(60);
}

describe('a process that is killed while it delivers', () => {
  test('after the response but before it is recorded, it sends again with the same webhook-id', async () => {
    const receiver = await webhookReceiver();
    const { webhookRef } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    await scene.cancelled();
    await dyingRound(false);
    expect((await scene.deliveries(webhookRef)).map(({ status }) => status)).toEqual(['pending']);
    await restart();
    expect(
      (await scene.deliveries(webhookRef)).map(({ status, attempt_count }) => [
        status,
        attempt_count,
      ]),
    ).toEqual([['delivered', 1]]);
    expect([
      receiver.calls.length,
      new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size,
    ]).toEqual([2, 1]);
  });

  test('after the response is recorded but before the task ends, it sends nothing again', async () => {
    const receiver = await webhookReceiver();
    const { webhookRef } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    await scene.cancelled();
    await dyingRound(true);
    await restart();
    expect([
      receiver.calls.length,
      (await scene.deliveries(webhookRef)).map(({ status }) => status),
    ]).toEqual([1, ['delivered']]);
  });

  test('after a failure is recorded, it keeps the retry schedule', async () => {
    const receiver = await webhookReceiver(() => ({ status: 500 }));
    const { webhookRef } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    await scene.cancelled();
    await dyingRound(true);
    await releaseLeases(scene.ctx, 'worker');
    await scene.deliver();
    expect(receiver.calls).toHaveLength(1);
    await scene.pass(10);
    expect([
      receiver.calls.length,
      (await scene.deliveries(webhookRef)).map(({ attempt_count }) => attempt_count),
    ]).toEqual([2, [2]]);
  });

  test('it keeps the later events in order', async () => {
    const receiver = await webhookReceiver();
    await scene.webhook(receiver.url);
    await scene.cancelled();
    await dyingRound(false);
    await restart();
    const types = receiver.calls.map((call) => JSON.parse(call.body).type);
    expect(types).toEqual([
      'meeting.state_changed',
      'meeting.state_changed',
      'transcript.available',
      'summary.available',
    ]);
  });
});

describe('a process that is killed while something happens', () => {
  // Promise: I8
  test.each([
    ['before the commit leaves neither event nor delivery, and', false],
    ['after the commit leaves every delivery, and', true],
  ])('%s the next call ends with one of each', async (_, committed) => {
    const receiver = await webhookReceiver();
    const { webhookRef } = await scene.webhook(receiver.url);
    const { meetingRef } = await scene.newMeeting();
    const dying = { ...scene.ctx, db: killableDb(scene.db, { afterTransactions: 1, committed }) };
    await expect(
      cancelMeeting(dying, { actor: scene.actor, meetingRef, call: null }),
    ).rejects.toBeInstanceOf(Killed);
    expect(await scene.deliveries(webhookRef)).toHaveLength(committed ? 3 : 0);
    await cancelMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
    await scene.pass(60);
    const events = await scene.db
      .selectFrom('event')
      .selectAll()
      .where('meeting_ref', '=', meetingRef)
      .execute();
    expect([events.length, receiver.calls.length]).toEqual([3, 3]);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set(events.map((row) => row.event_ref)),
    );
  });
});
