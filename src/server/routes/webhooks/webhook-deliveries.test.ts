import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import { startDueTasks } from '../../../core/task/run-due-tasks.ts';
import { deliveryHandlers } from '../../../jobs/task-handlers.ts';

const answers = { status: 204 };
const world = await serverWorld();
world.ctx.outgoing = {
  ...world.ctx.outgoing,
  post: async () => ({ kind: 'answered', status: answers.status, retryAfterMs: null }),
};

beforeEach(async () => {
  answers.status = 204;
  await world.ctx.db.deleteFrom('webhook').execute();
});

const made = async (): Promise<string> => {
  const body = { url: 'https://93.184.216.34/hook' };
  return `/v1/webhooks/${(await world.call('POST', '/v1/webhooks', { body })).json['webhookRef']}`;
};

async function deliver(): Promise<void> {
  const handlers = deliveryHandlers();
  const signal = new AbortController().signal;
  for (;;) {
    const runs = await startDueTasks(world.ctx, { holder: 'worker', handlers, limit: 100, signal });
    if (runs.length === 0) return;
    await Promise.all(runs);
  }
}

async function withDeliveries(count: number): Promise<{ path: string; refs: string[] }> {
  const path = await made();
  const refs: string[] = [];
  for (let i = 0; i < count; i += 1)
    refs.unshift(String((await world.call('POST', `${path}/test`)).json['deliveryRef']));
  return { path, refs };
}

describe('testWebhook and listWebhookDeliveries', () => {
  test('202, and the delivery log shows the outcome', async () => {
    answers.status = 503;
    const path = await made();
    const sent = await world.call('POST', `${path}/test`);
    expect([sent.status, sent.json]).toMatchObject([
      202,
      { eventType: 'webhook.test', status: 'pending', attempts: [], meetingRef: null },
    ]);
    await deliver();
    const { deliveries, nextPageToken } = (await world.call('GET', `${path}/deliveries`)).json as {
      deliveries: object[];
      nextPageToken: null;
    };
    expect([deliveries, nextPageToken]).toMatchObject([
      [
        {
          deliveryRef: sent.json['deliveryRef'],
          status: 'failed',
          nextAttemptAt: null,
          attempts: [{ result: 'refused', httpStatus: 503 }],
        },
      ],
      null,
    ]);
  });

  test('a repeated test with one key is one delivery', async () => {
    const path = `${await made()}/test`;
    const options = { idempotencyKey: randomUUID() };
    const [first, again] = [
      await world.call('POST', path, options),
      await world.call('POST', path, options),
    ];
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });

  test('pages hold every delivery once, newest first, while others are added', async () => {
    const { path, refs } = await withDeliveries(7);
    const seen: string[] = [];
    for (let token: string | null = ''; token !== null;) {
      const reply = await world.call(
        'GET',
        `${path}/deliveries?pageSize=3${token && `&pageToken=${encodeURIComponent(token)}`}`,
      );
      const page = reply.json as {
        deliveries: { deliveryRef: string }[];
        nextPageToken: string | null;
      };
      seen.push(...page.deliveries.map(({ deliveryRef }) => deliveryRef));
      token = page.nextPageToken;
      await world.call('POST', `${path}/test`);
    }
    expect(seen).toEqual(refs);
  });

  test.each(['pageSize=0', 'pageSize=-1', 'pageSize=x', 'pageToken=x'])(
    '400 for %s',
    async (query) => {
      expect((await world.call('GET', `${await made()}/deliveries?${query}`)).json).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
      });
    },
  );

  test('an empty page token means the first page, as in other lists', async () => {
    const { path, refs } = await withDeliveries(2);
    const { json } = await world.call('GET', `${path}/deliveries?pageToken=`);
    expect(json.deliveries).toHaveLength(refs.length);
  });

  test('a page token of another webhook is not valid', async () => {
    const { path } = await withDeliveries(2);
    const { nextPageToken } = (await world.call('GET', `${path}/deliveries?pageSize=1`)).json;
    expect(
      (await world.call('GET', `${await made()}/deliveries?pageToken=${nextPageToken}`)).status,
    ).toBe(400);
  });
});

describe('replayWebhookDelivery', () => {
  test('202: the delivery is pending again', async () => {
    const { path, refs } = await withDeliveries(1);
    await deliver();
    const reply = await world.call('POST', `${path}/deliveries/${refs[0]}/replay`);
    expect([reply.status, reply.json]).toMatchObject([
      202,
      { deliveryRef: refs[0], status: 'pending', attempts: [{ result: 'delivered' }] },
    ]);
    await deliver();
    const { deliveries } = (await world.call('GET', `${path}/deliveries`)).json;
    expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{}, {}] }]);
  });

  // Promise: delivery_not_found
  test('404 for a delivery of another webhook', async () => {
    const { refs } = await withDeliveries(1);
    expect(
      (await world.call('POST', `${await made()}/deliveries/${refs[0]}/replay`)).json,
    ).toMatchObject({
      status: 404,
      code: 'delivery_not_found',
    });
  });

  // Promise: webhook_disabled
  test('409 for test and replay once the receiver has answered 410', async () => {
    const { path, refs } = await withDeliveries(1);
    answers.status = 410;
    await deliver();
    for (const action of ['test', `deliveries/${refs[0]}/replay`])
      expect((await world.call('POST', `${path}/${action}`)).json).toMatchObject({
        status: 409,
        code: 'webhook_disabled',
      });
    expect((await world.call('GET', path)).json).toMatchObject({
      status: 'disabled',
      statusReason: 'gone',
    });
  });

  test('422 for a body', async () => {
    const { path, refs } = await withDeliveries(1);
    for (const action of ['test', `deliveries/${refs[0]}/replay`])
      expect((await world.call('POST', `${path}/${action}`, { body: { a: 1 } })).json['code']).toBe(
        'unexpected_body',
      );
  });
});
