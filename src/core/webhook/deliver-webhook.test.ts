import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Received, webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';

const scene = await webhookScene();

const HOUR = 3_600;

// The verifier reads the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: scene.clock.now() }));

afterEach(async () => {
  vi.useRealTimers();
  await scene.db.deleteFrom('webhook').execute();
  await scene.db.deleteFrom('task').execute();
});

const headersOf = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});

const idsOf = (calls: readonly Received[]) => calls.map(({ headers }) => headers['webhook-id']);

describe('a receiver that is well', () => {
  // Promise: E2
  test('gets every event of the meeting once, in order, thin and signed', async () => {
    const receiver = await webhookReceiver();
    const { secret, webhookRef } = await scene.webhook(receiver.url);
    const meetingRef = await scene.cancelled();
    await scene.deliver();
    const payloads = receiver.calls.map((call) =>
      new Verifier(secret).verify(call.body, headersOf(call)),
    );
    const at = scene.clock.now().toISOString();
    const data = { meetingRef, meetingState: 'cancelled' };
    expect(payloads).toEqual([
      { eventRef: expect.any(String), type: 'meeting.state_changed', timestamp: at, data },
      { eventRef: expect.any(String), type: 'transcript.available', timestamp: at, data },
      { eventRef: expect.any(String), type: 'summary.available', timestamp: at, data },
    ]);
    expect(new Set(idsOf(receiver.calls)).size).toBe(3);
    expect((await scene.deliveries(webhookRef)).map((row) => row.status)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  test('gets only the event types that it chose, and nothing from other tenants', async () => {
    const [some, other] = [await webhookReceiver(), await webhookReceiver()];
    await scene.webhook(some.url, { eventTypes: ['transcript.available'] });
    await scene.webhook(other.url, { tenant: 'globex' });
    await scene.cancelled();
    await scene.deliver();
    expect(some.calls.map((call) => JSON.parse(call.body).type)).toEqual(['transcript.available']);
    expect(other.calls).toEqual([]);
  });

  test('a signature by another secret, of another body or of another time is refused by the verifier', async () => {
    const receiver = await webhookReceiver();
    const { secret } = await scene.webhook(receiver.url);
    const other = await scene.webhook((await webhookReceiver()).url);
    await scene.cancelled();
    await scene.deliver();
    const [call] = receiver.calls;
    if (!call) throw new Error('nothing came');
    expect(() => new Verifier(other.secret).verify(call.body, headersOf(call))).toThrow();
    expect(() => new Verifier(secret).verify(`${call.body} `, headersOf(call))).toThrow();
    const later = {
      ...headersOf(call),
      'webhook-timestamp': String(Number(call.headers['webhook-timestamp']) + 1),
    };
    expect(() => new Verifier(secret).verify(call.body, later)).toThrow();
  });
});

describe('a receiver that is down', () => {
  // Promise: E2
  test('for a day is retried on schedule and gets every event once it is back, with the same webhook-id', async () => {
    const receiver = await webhookReceiver(() => ({ status: 503 }));
    const { webhookRef, secret } = await scene.webhook(receiver.url);
    const meetingRef = await scene.cancelled();
    await scene.pass(24 * HOUR);
    const failed = receiver.calls.length;
    const tries = (await scene.deliveries(webhookRef)).map((row) => row.attempt_count);
    expect(tries).toEqual([7, 7, 7]);
    receiver.react = () => ({ status: 200 });
    await scene.pass(16 * HOUR);
    vi.setSystemTime(scene.clock.now());
    const back = receiver.calls.slice(failed);
    expect(
      (await scene.deliveries(webhookRef)).map((row) => [row.status, row.meeting_ref]),
    ).toEqual(Array.from({ length: 3 }, () => ['delivered', meetingRef]));
    expect(new Set(idsOf(back))).toEqual(new Set(idsOf(receiver.calls)));
    for (const call of back) {
      vi.setSystemTime(Number(call.headers['webhook-timestamp']) * 1000);
      new Verifier(secret).verify(call.body, headersOf(call));
    }
  });

  // Promise: E2
  test('that always fails is called ten times in about 76 hours, at most a tenth late, then never again', async () => {
    const receiver = await webhookReceiver(() => 'hang up');
    const { webhookRef } = await scene.webhook(receiver.url, {
      eventTypes: ['meeting.state_changed'],
    });
    await scene.cancelled();
    await scene.pass(200 * HOUR);
    const [row] = await scene.deliveries(webhookRef);
    const times = row?.attempts.map(({ attemptedAt }) => Date.parse(attemptedAt) / 1000) ?? [];
    const waits = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(waits).toHaveLength(9);
    planned.forEach((seconds, i) => {
      expect(waits[i]).toBeGreaterThanOrEqual(seconds - 0.001);
      expect(waits[i]).toBeLessThanOrEqual(seconds * 1.1 + 0.1);
    });
    expect([row?.status, row?.next_attempt_at, receiver.calls.length]).toEqual([
      'failed',
      null,
      10,
    ]);
    expect(row?.attempts.map(({ result }) => result)).toEqual(
      Array.from({ length: 10 }, () => 'unreachable'),
    );
  });

  test('and up again alternately gets an event once it is up', async () => {
    const receiver = await webhookReceiver((_, count) =>
      count % 3 === 0 ? { status: 204 } : { status: 500 },
    );
    const { webhookRef } = await scene.webhook(receiver.url);
    await scene.cancelled();
    await scene.cancelled();
    await scene.pass(80 * HOUR);
    expect((await scene.deliveries(webhookRef)).map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, () => 'delivered'),
    );
  });
});

describe('order', () => {
  test('a later event of a meeting waits for the first two attempts of an earlier one, then overtakes it', async () => {
    let first: string | undefined;
    const receiver = await webhookReceiver((call) => {
      first ??= String(call.headers['webhook-id']);
      return { status: call.headers['webhook-id'] === first ? 500 : 204 };
    });
    await scene.webhook(receiver.url);
    await scene.cancelled();
    await scene.deliver();
    expect(idsOf(receiver.calls)).toEqual([first]);
    await scene.pass(10);
    const order = idsOf(receiver.calls);
    expect(order.slice(0, 2)).toEqual([first, first]);
    expect(order).toHaveLength(4);
    expect(receiver.calls.slice(2).map((call) => JSON.parse(call.body).type)).toEqual([
      'transcript.available',
      'summary.available',
    ]);
  });

  test('meetings do not wait for each other', async () => {
    const meetings: string[] = [];
    const receiver = await webhookReceiver((call) => ({
      status: JSON.parse(call.body).data.meetingRef === meetings[0] ? 500 : 204,
    }));
    await scene.webhook(receiver.url, { eventTypes: ['meeting.state_changed'] });
    meetings.push(await scene.cancelled(), await scene.cancelled());
    await scene.deliver();
    expect(receiver.calls).toHaveLength(2);
    expect(new Set(receiver.calls.map((call) => JSON.parse(call.body).data.meetingRef))).toEqual(
      new Set(meetings),
    );
  });
});
