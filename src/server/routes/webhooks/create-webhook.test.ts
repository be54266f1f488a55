import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { PUBLIC_URL, serverWorld } from '../../../../dev/world/service/server-world.ts';
import type { UrlVerdict } from '../../../core/ports.ts';
import { ping } from '../../../store/open-store.ts';

const URL_OF_HOOK = 'https://93.184.216.34/hook';
const answers: { verdict: UrlVerdict | null } = { verdict: null };
const world = await serverWorld();
const real = world.ctx.outgoing;
world.ctx.outgoing = {
  judge: async (url) => answers.verdict ?? real.judge(url),
  post: real.post,
};

beforeEach(async () => {
  answers.verdict = null;
  await world.ctx.db.deleteFrom('webhook').execute();
});

const create = (body: unknown = { url: URL_OF_HOOK }, options = {}) =>
  world.call('POST', '/v1/webhooks', { body, ...options });
const made = async (): Promise<string> => `/v1/webhooks/${(await create()).json['webhookRef']}`;

async function withWebhooks(count: number): Promise<void> {
  const row = await world.ctx.db
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_ref', '=', (await made()).slice('/v1/webhooks/'.length))
    .executeTakeFirstOrThrow();
  await world.ctx.db
    .insertInto('webhook')
    .values(Array.from({ length: count - 1 }, (_, i) => ({ ...row, webhook_ref: `wh_${i}` })))
    .execute();
}

describe('createWebhook 201', () => {
  test('a webhook for every type, with its secret', async () => {
    const reply = await create();
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(reply.json).toEqual({
      webhookRef: expect.stringMatching(/^wh_[0-9A-Za-z]{24}$/),
      url: URL_OF_HOOK,
      eventTypes: ['meeting.state_changed', 'transcript.available', 'summary.available'],
      status: 'active',
      statusReason: null,
      createdAt: '2026-11-24T09:00:00.000Z',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previousSecretExpiresAt: null,
    });
    expect(reply.headers.get('location')).toBe(
      `${PUBLIC_URL}/v1/webhooks/${reply.json['webhookRef']}`,
    );
  });

  test('null eventTypes mean every type, like absent ones', async () => {
    const idempotencyKey = randomUUID();
    const reply = await create({ url: URL_OF_HOOK, eventTypes: null }, { idempotencyKey });
    expect(reply.json['eventTypes']).toEqual([
      'meeting.state_changed',
      'transcript.available',
      'summary.available',
    ]);
    expect((await create({ url: URL_OF_HOOK }, { idempotencyKey })).text).toBe(reply.text);
  });

  // Promise: E2
  test('a replay has the same secret, also after a rotation and when the name has turned private', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ url: URL_OF_HOOK }, { idempotencyKey });
    await world.call('POST', `/v1/webhooks/${first.json['webhookRef']}/rotate-secret`);
    answers.verdict = 'private_address';
    const again = await create({ url: URL_OF_HOOK }, { idempotencyKey });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
  });

  test('a host that does not resolve right now is accepted', async () => {
    answers.verdict = 'unknown';
    expect(
      (await create({ url: 'https://hooks.acme.test/x', eventTypes: ['transcript.available'] }))
        .json,
    ).toMatchObject({
      eventTypes: ['transcript.available'],
    });
  });
});

describe('createWebhook 422', () => {
  // Promise: field-codes, E2
  test.each([
    'http://93.184.216.34/hook',
    'https://user:word@93.184.216.34/hook',
    'https://10.0.0.1/hook',
    'https://127.0.0.1/hook',
    'https://localhost/hook',
    'https://[::1]/hook',
    'https://[::ffff:169.254.169.254]/latest/meta-data',
    'https://0x7f000001/hook',
    'https://100.64.1.1/hook',
    'https://0.0.0.0/hook',
    'hooks.acme.test',
    'javascript:alert(1)',
    'https://93.184.216.34/\u0000',
    'https://93.184.216.34/\ud800',
    ' https://93.184.216.34/',
  ])('%s may not be called', async (url) => {
    const reply = await create({ url });
    expect([reply.status, reply.json]).toMatchObject([
      422,
      { code: 'validation_error', errors: [{ pointer: '#/url', code: 'webhook_url' }] },
    ]);
    expect(reply.text).not.toContain('word@');
  });

  // Promise: field-codes
  test.each([
    [{}, '#/url', 'required'],
    [{ url: 7 }, '#/url', 'type'],
    [{ url: URL_OF_HOOK, eventTypes: ['meeting.exploded'] }, '#/eventTypes/0', 'value'],
    [{ url: URL_OF_HOOK, eventTypes: [] }, '#/eventTypes', 'value'],
    [{ url: URL_OF_HOOK, secret: 'mine' }, '#/secret', 'unknown_field'],
    [{ url: `https://93.184.216.34/${'x'.repeat(2_048)}` }, '#/url', 'length'],
  ])('%j is not valid', async (body, pointer, code) => {
    expect((await create(body)).json).toMatchObject({
      code: 'validation_error',
      errors: [{ pointer, code }],
    });
  });

  test.each([
    [[], 'Must hold at least 1.'],
    [['summary.available', 'summary.available'], 'Must not hold the same value twice.'],
  ])('eventTypes %j is refused with what is wrong', async (eventTypes, detail) => {
    expect((await create({ url: URL_OF_HOOK, eventTypes })).json).toMatchObject({
      errors: [{ pointer: '#/eventTypes', detail }],
    });
  });

  test('for a key that was used with another body', async () => {
    const idempotencyKey = randomUUID();
    await create({ url: URL_OF_HOOK }, { idempotencyKey });
    expect((await create({ url: `${URL_OF_HOOK}2` }, { idempotencyKey })).json['code']).toBe(
      'idempotency_key_reused',
    );
  });
});

describe('createWebhook, other refusals', () => {
  // Promise: webhook_limit
  test('409 for the fifty-first webhook of a tenant; another tenant has its own', async () => {
    await withWebhooks(50);
    expect((await create()).json).toMatchObject({ status: 409, code: 'webhook_limit' });
    const key = await world.key({ tenant: 'other' });
    const { webhookRef } = (await create({ url: URL_OF_HOOK }, { key })).json;
    expect((await world.call('GET', '/v1/webhooks', { key })).json).toMatchObject({
      webhooks: [{ webhookRef }],
    });
  });

  test('409 for all but one of many concurrent requests for the last place', async () => {
    await withWebhooks(49);
    // Connections that had to be opened first would let one call pass after the other.
    await Promise.all(
      Array.from({ length: 8 }, () => world.ctx.db.transaction().execute((tx) => ping(tx))),
    );
    const replies = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ]);
  });
});
