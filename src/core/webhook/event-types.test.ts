import fc from 'fast-check';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { KnownEventType } from '../../../contract/generated/lists.ts';
import { EVENT_TYPES } from '../../../contract/generated/lists.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { inTransaction } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { updateWebhook } from './update-webhook.ts';

const scene = await webhookScene();
const { ctx, actor } = scene;
const { meetingRef } = await scene.newMeeting();
const meeting = await scene.meeting(meetingRef);

/** Those of version 1.0, spelled out: a list that grows with the contract would prove nothing. */
const FIRST: readonly KnownEventType[] = [
  'meeting.state_changed',
  'transcript.available',
  'summary.available',
];
const someTypes = fc.uniqueArray(fc.constantFrom('*' as const, ...EVENT_TYPES), {
  minLength: 1,
  maxLength: 4,
});
const doing = fc.oneof(
  { weight: 6, arbitrary: fc.record({ event: fc.constantFrom(...EVENT_TYPES) }) },
  { weight: 2, arbitrary: fc.record({ url: fc.constantFrom('/a', '/b') }) },
  { weight: 1, arbitrary: fc.record({ status: fc.constantFrom('active', 'disabled') }) },
  { weight: 1, arbitrary: fc.record({ eventTypes: fc.option(someTypes) }) },
);

// Promise: E2
test('a webhook made active again gets new events, and by replay those that had failed', async () => {
  const receiver = await webhookReceiver(() => ({ status: 410 }));
  const { webhookRef, secret } = await scene.webhook(receiver.url, {
    eventTypes: ['meeting.state_changed'],
  });
  await scene.cancelled();
  await scene.deliver();
  await scene.cancelled();
  receiver.react = () => ({ status: 204 });
  await updateWebhook(scene.ctx, { actor: scene.actor, webhookRef, to: { status: 'active' } });
  const later = await scene.cancelled();
  await scene.deliver();
  const [failed] = await scene.deliveries(webhookRef);
  await replayWebhookDelivery(scene.ctx, {
    actor: scene.actor,
    webhookRef,
    call: null,
    deliveryRef: failed?.delivery_ref ?? '',
  });
  await scene.deliver();
  expect((await scene.deliveries(webhookRef)).map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
  ]);
  const [first, second, replayed] = receiver.calls;
  expect([JSON.parse(second?.body ?? '').data.meetingRef, replayed?.body]).toEqual([
    later,
    first?.body,
  ]);
  if (second) new Verifier(secret).verify(second.body, second.headers as Record<string, string>);
});

// Promise: E2
test('a webhook that its client disables gets none of the pending deliveries; no other delivery changes', async () => {
  const [receiver, away] = [await webhookReceiver(), await webhookReceiver(() => 'hang up')];
  const wish = { eventTypes: ['meeting.state_changed' as const] };
  const { webhookRef } = await scene.webhook(receiver.url, wish);
  const other = await scene.webhook(away.url, wish);
  await scene.cancelled();
  await scene.deliver();
  receiver.react = () => ({ status: 500 });
  await scene.cancelled();
  await scene.deliver();
  await updateWebhook(ctx, { actor, webhookRef, to: { status: 'disabled' } });
  expect(await scene.deliveries(other.webhookRef)).toMatchObject([
    { status: 'pending' },
    { status: 'pending' },
  ]);
  await deleteWebhook(ctx, { actor, webhookRef: other.webhookRef });
  await scene.pass(3_600);
  expect(receiver.calls).toHaveLength(2);
  expect(await scene.deliveries(webhookRef)).toMatchObject([
    { status: 'delivered' },
    { status: 'failed', next_attempt_at: null },
  ]);
});

// Promise: I18, E2, 116
test('a webhook gets the types that it chose, all for *, and those of 1.0 as long as it chose none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(someTypes),
      fc.array(doing, { minLength: 3, maxLength: 15 }),
      async (chosen, story) => {
        const { webhookRef } = await scene.webhook('http://127.0.0.1:9/hook', {
          ...(chosen && { eventTypes: chosen }),
        });
        let types: readonly (KnownEventType | '*')[] = chosen ?? FIRST;
        let isActive = true;
        const expected: KnownEventType[] = [];
        for (const step of story) {
          if ('event' in step) {
            await inTransaction(ctx, async (tx) =>
              recordEvent(tx, step.event, meeting, ctx.clock.now(), null),
            );
            const isWanted = types.includes('*') || types.includes(step.event);
            if (isActive && isWanted) expected.push(step.event);
            continue;
          }
          const to = 'url' in step ? { url: `http://127.0.0.1:9${step.url}` } : step;
          await updateWebhook(ctx, { actor, webhookRef, to });
          if ('eventTypes' in step) types = step.eventTypes ?? FIRST;
          if ('status' in step) isActive = step.status === 'active';
        }
        const sent = (await scene.deliveries(webhookRef)).map(({ event_type: type }) => type);
        await deleteWebhook(ctx, { actor, webhookRef });
        expect(sent).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

// Promise: E2, 116
test('after a change of URL pending deliveries go to the new one, with equal eventRef in header and body', async () => {
  const [before, after] = [
    await webhookReceiver(() => ({ status: 500 })),
    await webhookReceiver(() => ({ status: 204 })),
  ];
  const { webhookRef } = await scene.webhook(before.url, { eventTypes: ['meeting.state_changed'] });
  await scene.cancelled();
  await scene.deliver();
  await updateWebhook(ctx, { actor, webhookRef, to: { url: after.url } });
  await scene.pass(10);
  expect([before.calls.length, after.calls.length]).toEqual([1, 1]);
  const [call] = after.calls;
  expect(JSON.parse(call?.body ?? '').eventRef).toBe(call?.headers['webhook-id']);
});
