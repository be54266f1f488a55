import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { inTransaction } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';

const PEOPLE = 500;
const WEBHOOKS = 14;

const scene = await webhookScene();

test('several webhooks get the events of several meetings, each in order, without waiting for a retry', async () => {
  const receivers = [await webhookReceiver(), await webhookReceiver()];
  for (const { url } of receivers) await scene.webhook(url);
  const meetings = [await scene.cancelled(), await scene.cancelled(), await scene.cancelled()];
  await scene.deliver();
  const types = ['meeting.state_changed', 'transcript.available', 'summary.available'];
  for (const { calls } of receivers) {
    const events = calls.map(({ body }) => JSON.parse(body));
    const typesOf = (ref: string) =>
      events.filter(({ data }) => data.meetingRef === ref).map(({ type }) => type);
    expect(meetings.map(typesOf)).toEqual([types, types, types]);
  }
});

test('when hundreds of people leave at once, each of many webhooks gets every event in order', async () => {
  const { meetingRef } = await scene.newMeeting();
  const meeting = { ...(await scene.meeting(meetingRef)), tenant: 'large' };
  const webhooks = [];
  for (let n = 0; n < WEBHOOKS; n += 1)
    webhooks.push(
      await scene.webhook(`http://127.0.0.1:9/${n}`, {
        tenant: 'large',
        eventTypes: ['participant.left'],
      }),
    );
  const eventRefs = await inTransaction(scene.ctx, async (tx) => {
    for (let n = 0; n < PEOPLE; n += 1)
      recordEvent(tx, 'participant.left', meeting, scene.clock.now());
    return tx.events.map(({ event_ref }) => event_ref);
  });
  for (const { webhookRef } of webhooks) {
    const deliveries = await scene.deliveries(webhookRef);
    expect(deliveries.map(({ event_ref }) => event_ref)).toEqual(eventRefs);
  }
});
