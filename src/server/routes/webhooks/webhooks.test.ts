import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const URL_OF_HOOK = 'https://93.184.216.34/hook';
const world = await serverWorld();

beforeEach(async () => {
  await world.ctx.db.deleteFrom('webhook').execute();
});

const create = (body: unknown = { url: URL_OF_HOOK }, options = {}) =>
  world.call('POST', '/v1/webhooks', { body, ...options });
const made = async (): Promise<string> => `/v1/webhooks/${(await create()).json['webhookRef']}`;

async function withDeliveries(count: number): Promise<{ path: string; refs: string[] }> {
  const path = await made();
  const refs: string[] = [];
  for (let i = 0; i < count; i += 1)
    refs.unshift(String((await world.call('POST', `${path}/test`)).json['deliveryRef']));
  return { path, refs };
}

describe('reading and deleting', () => {
  test('a webhook is read and listed without its secret', async () => {
    const { secret: _, previousSecretExpiresAt: __, ...webhook } = (await create()).json;
    const second = await made();
    expect((await world.call('GET', `/v1/webhooks/${webhook['webhookRef']}`)).json).toEqual(
      webhook,
    );
    const { webhooks } = (await world.call('GET', '/v1/webhooks')).json as {
      webhooks: { webhookRef: string }[];
    };
    expect(webhooks).toHaveLength(2);
    expect(new Set(webhooks.map(({ webhookRef }) => webhookRef))).toEqual(
      new Set([webhook['webhookRef'], second.slice('/v1/webhooks/'.length)]),
    );
    expect(JSON.stringify(webhooks)).not.toContain('whsec_');
  });

  test('204: a webhook is deleted with its deliveries, including pending ones', async () => {
    const { path, refs } = await withDeliveries(2);
    const reply = await world.call('DELETE', path);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect((await world.call('GET', path)).status).toBe(404);
    expect((await world.call('DELETE', path)).status).toBe(404);
    expect(
      await world.ctx.db.selectFrom('task').selectAll().where('ref', 'in', refs).execute(),
    ).toEqual([]);
    expect(await world.ctx.db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([]);
  });
});

describe('rotateWebhookSecret', () => {
  test('200: a new secret, and until when the previous one is valid; a replay has the same', async () => {
    const created = await create();
    const path = `/v1/webhooks/${created.json['webhookRef']}/rotate-secret`;
    const options = { idempotencyKey: randomUUID() };
    const [first, again] = [
      await world.call('POST', path, options),
      await world.call('POST', path, options),
    ];
    expect([first.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect(first.json['secret']).not.toBe(created.json['secret']);
    expect(first.json['previousSecretExpiresAt']).toBe('2026-11-25T09:00:00.000Z');
  });

  test('422 for a body', async () => {
    const path = `${await made()}/rotate-secret`;
    expect((await world.call('POST', path, { body: { secret: 'mine' } })).json['code']).toBe(
      'unexpected_body',
    );
  });
});

describe('updateWebhook', () => {
  const patch = (path: string, body: unknown, headers = {}) =>
    world.call('PATCH', path, { body, headers });

  test('200: disabled and active again, with the same secret; nothing changes if the status is the same', async () => {
    const { secret, ...created } = (await create()).json;
    const path = `/v1/webhooks/${created['webhookRef']}`;
    expect((await patch(path, {})).json).toEqual((await world.call('GET', path)).json);
    const off = { status: 'disabled', statusReason: 'disabled_by_api' };
    for (const body of [{ status: 'disabled' }, { status: 'disabled' }, {}])
      expect(
        await patch(path, body, { 'content-type': 'application/merge-patch+json' }),
      ).toMatchObject({ status: 200, json: off });
    expect((await world.call('GET', path)).json).toMatchObject(off);
    expect((await world.call('POST', `${path}/test`)).json).toMatchObject({
      status: 409,
      code: 'webhook_disabled',
    });
    expect((await patch(path, { status: 'active' })).json).toMatchObject({
      status: 'active',
      statusReason: null,
      url: URL_OF_HOOK,
    });
    expect((await world.call('POST', `${path}/test`)).status).toBe(202);
    expect((await world.call('POST', `${path}/rotate-secret`)).json['secret']).not.toBe(secret);
  });

  test('200: another URL and other event types, and the three types of version 1.0 again', async () => {
    const path = await made();
    const moved = { url: `${URL_OF_HOOK}/2`, eventTypes: ['*'] };
    expect(await patch(path, moved)).toMatchObject({ status: 200, json: moved });
    expect((await world.call('GET', path)).json).toMatchObject({ ...moved, status: 'active' });
    expect((await patch(path, { eventTypes: null })).json).toMatchObject({
      url: moved.url,
      eventTypes: ['meeting.state_changed', 'transcript.available', 'summary.available'],
    });
  });

  test.each([
    [{ status: 'paused' }, '#/status', 'value'],
    [{ secret: 'x' }, '#/secret', 'unknown_field'],
    [{ url: 'https://127.0.0.1/hook' }, '#/url', 'webhook_url'],
    [{ url: null }, '#/url', 'type'],
    [{ eventTypes: [] }, '#/eventTypes', 'value'],
    [{ eventTypes: ['meeting.exploded'] }, '#/eventTypes/0', 'value'],
    [[], '#', 'type'],
  ])('422 for %j', async (body, pointer, code) => {
    expect((await patch(await made(), body)).json).toMatchObject({
      status: 422,
      code: 'validation_error',
      errors: [{ pointer, code }],
    });
  });

  test('an unknown status is answered with the known ones', async () => {
    expect((await patch(await made(), { status: 'paused' })).json).toMatchObject({
      errors: [{ detail: 'Must be one of: active, disabled.' }],
    });
  });
});
