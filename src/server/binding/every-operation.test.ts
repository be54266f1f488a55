// What holds for each operation of the contract, also for those to come: the list is read from the contract.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rawHttp } from '../../../dev/world/raw-http.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { SCOPES } from '../../../contract/generated/lists.ts';
import { openStore } from '../../store/open-store.ts';
import { contractDocument, type Operation, operationsOf } from './contract-document.ts';

const world = await serverWorld();
const operations = operationsOf(contractDocument('openapi'));
const named = (some: readonly Operation[]) =>
  some.map((operation): [string, Operation] => [operation.operationId, operation]);
const of = (method: string) => operations.filter((operation) => operation.method === method);

const { json: meeting } = await world.call('POST', '/v1/meetings', { body: { title: 'Whose?' } });
const { json: link } = await world.call('POST', `/v1/meetings/${meeting.meetingRef}/guest-links`);
const { json: webhook } = await world.call('POST', '/v1/webhooks', {
  body: { url: 'https://93.184.216.34/hook' },
});
const { json: delivery } = await world.call('POST', `/v1/webhooks/${webhook.webhookRef}/test`);
const tokens = `/v1/meetings/${meeting.meetingRef}/media-tokens`;
const { json: client } = await world.call('POST', tokens, { body: { displayName: 'Note taker' } });
const REAL = {
  meetingRef: String(meeting.meetingRef),
  guestLinkRef: String(link.guestLinkRef),
  webhookRef: String(webhook.webhookRef),
  deliveryRef: String(delivery.deliveryRef),
  participantRef: String(client.participantRef),
};
const pathOf = (operation: Operation, refs: Record<string, string> = REAL) =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => refs[name] ?? `none_${name}`);
const withoutId = ({ text, json }: { text: string; json: Record<string, unknown> }) =>
  text.replaceAll(String(json.requestId), 'ID');

describe('each operation', () => {
  // Promise: 39, unauthorized
  test.each(named(operations))('%s without a key is 401', async (_, operation) => {
    const reply = await world.call(operation.method, pathOf(operation), { key: null });
    expect([reply.status, reply.json.code, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'unauthorized',
      'Bearer realm="meetings"',
    ]);
  });

  // Promise: 40, insufficient_scope
  test.each(named(operations.filter(({ scope }) => scope !== undefined)))(
    '%s without its scope is 403',
    async (_, operation) => {
      const key = await world.key({ scopes: SCOPES.filter((scope) => scope !== operation.scope) });
      const reply = await world.call(operation.method, pathOf(operation), { key });
      const { code, requiredScope } = reply.json;
      expect([reply.status, code, requiredScope, reply.headers.get('www-authenticate')]).toEqual([
        403,
        'insufficient_scope',
        operation.scope,
        `Bearer realm="meetings", error="insufficient_scope", scope="${operation.scope}"`,
      ]);
    },
  );

  // Promise: 48, unknown_parameter
  test.each(named(operations))('%s with an unknown parameter is 400', async (_, operation) => {
    const reply = await world.call(operation.method, `${pathOf(operation)}?canary=1`);
    const errors = [expect.objectContaining({ parameter: 'canary', code: 'unknown_parameter' })];
    expect(reply.json).toMatchObject({ status: 400, code: 'unknown_parameter', errors });
  });

  // Promise: 44, uri_too_long
  test.each(named(operations))('%s with a URL of more than 2 KiB is 414', async (_, operation) => {
    const reply = await world.call(operation.method, `${pathOf(operation)}?${'x'.repeat(2_048)}`);
    expect([reply.status, reply.json.code]).toEqual([414, 'uri_too_long']);
  });

  // Promise: 44, body_too_large
  test.each(named(operations))(
    '%s with a body of more than 64 KiB is 413',
    async (_, operation) => {
      const head = [
        `${operation.method} ${pathOf(operation)} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${await world.key()}`,
        'Idempotency-Key: k',
        'Content-Type: application/json',
        'Content-Length: 65537',
        'Connection: close',
      ];
      const answer = await rawHttp(world.url, `${head.join('\r\n')}\r\n\r\n${' '.repeat(65_537)}`);
      expect([answer.slice(0, 12), answer.includes('"body_too_large"')]).toEqual([
        'HTTP/1.1 413',
        true,
      ]);
      const document = contractDocument('openapi');
      expect(document.paths[operation.path]?.[operation.method.toLowerCase()]).toHaveProperty([
        'responses',
        '413',
      ]);
    },
  );

  // Promise: not_acceptable
  test.each(named(of('GET')))('%s for a media type that it lacks is 406', async (_, operation) => {
    const reply = await world.call('GET', pathOf(operation), { headers: { accept: 'image/png' } });
    expect([reply.status, reply.json.code]).toEqual([406, 'not_acceptable']);
  });

  // Promise: idempotency_key_missing
  test.each(named(operations.filter(({ idempotencyKey }) => idempotencyKey === 'required')))(
    '%s without an Idempotency-Key is 400',
    async (_, operation) => {
      const reply = await world.call(operation.method, pathOf(operation), { idempotencyKey: '' });
      expect([reply.status, reply.json.code]).toEqual([400, 'idempotency_key_missing']);
    },
  );

  // Promise: 48
  test.each(named(operations))(
    '%s tells OPTIONS its method without a key',
    async (_, operation) => {
      const reply = await world.call('OPTIONS', pathOf(operation), { key: null });
      expect([
        reply.status,
        reply.headers.get('allow')?.split(', ').includes(operation.method),
      ]).toEqual([204, true]);
    },
  );

  // Promise: 41, meeting_not_found, webhook_not_found
  test.each(named(operations.filter(({ path }) => path.includes('{'))))(
    '%s answers an unknown, a malformed and a foreign reference with the same bytes',
    async (_, operation) => {
      const key = await world.key({ tenant: 'other' });
      const name = operation.path.includes('{meetingRef}') ? 'meetingRef' : 'webhookRef';
      const replies = [];
      for (const ref of [`${name.slice(0, 3)}_000000000000000000000000`, '%2e%2e%00', REAL[name]])
        replies.push(
          await world.call(operation.method, pathOf(operation, { ...REAL, [name]: ref }), { key }),
        );
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(replies[0]?.json.code).toBe(
        name === 'meetingRef' ? 'meeting_not_found' : 'webhook_not_found',
      );
      expect(new Set(replies.map(withoutId)).size).toBe(1);
    },
  );
});

// Promise: 31, idempotency_key_in_use
test('each operation that takes an Idempotency-Key is 409 while a call with that key is in progress', async () => {
  const bodies: Record<string, object> = {
    createMeeting: { title: 'x' },
    createWebhook: { url: 'https://93.184.216.34/hook' },
    createMediaToken: { displayName: 'x' },
  };
  const taking = operations.filter(({ idempotencyKey }) => idempotencyKey !== 'ignored');
  const now = world.clock.now();
  await world.ctx.db.transaction().execute(async (tx) => {
    const record = {
      tenant: 'acme',
      idempotency_key: 'held',
      fingerprint: Buffer.alloc(32),
      status: 201,
      headers: {},
      body: '{}',
    };
    const times = { created_at: now, expires_at: new Date(now.getTime() + 1e6) };
    const rows = taking.map((operation) => ({
      ...record,
      ...times,
      method: operation.method,
      path: pathOf(operation),
    }));
    await tx.insertInto('idempotency_record').values(rows).execute();
    const replies = await Promise.all(
      taking.map((operation) =>
        world.call(operation.method, pathOf(operation), {
          idempotencyKey: 'held',
          body: bodies[operation.operationId],
        }),
      ),
    );
    const told = replies.map(({ status, json, headers }) => [
      status,
      json.code,
      headers.get('retry-after'),
    ]);
    expect(told).toEqual(taking.map(() => [409, 'idempotency_key_in_use', '1']));
  });
});

describe('each operation in trouble', () => {
  // Promise: 43, rate_limited
  test('is 429 above the rate, and says when to come again', async () => {
    const { call, key } = await serverWorld({ rates: { readPerMinute: 1, writePerMinute: 1 } });
    for (const operation of operations) {
      const spent = await key();
      await call(operation.method === 'GET' ? 'GET' : 'POST', '/v1/nothing', { key: spent });
      const reply = await call(operation.method, pathOf(operation), { key: spent });
      expect([operation.operationId, reply.status, reply.json.code]).toEqual([
        operation.operationId,
        429,
        'rate_limited',
      ]);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(reply.headers.get('ratelimit')).toMatch(/^"(read|write)";r=0;t=\d+$/);
    }
  });

  // Promise: internal_error, unavailable
  test('is 503 without a database, and 500 when something breaks, without the cause', async () => {
    const { call, key, ctx } = await serverWorld();
    const { db } = ctx;
    const keys = new Map(
      await Promise.all(
        operations.map(async ({ operationId }) => [operationId, await key()] as const),
      ),
    );
    const away = openStore('postgres://nobody@127.0.0.1:1/none');
    const ask = ({ operationId, method, path }: Operation) =>
      call(method, path, { key: keys.get(operationId) ?? null });
    ctx.db = away;
    for (const operation of operations) {
      const reply = await ask(operation);
      expect([operation.operationId, reply.status, reply.json.code]).toEqual([
        operation.operationId,
        503,
        'unavailable',
      ]);
      expect([reply.headers.get('retry-after'), reply.text.includes('127.0.0.1')]).toEqual([
        '2',
        false,
      ]);
    }
    await away.destroy();
    ctx.db = db;
    await sql`alter table api_key rename to api_key_away`.execute(db);
    for (const operation of operations) {
      const reply = await ask(operation);
      expect([operation.operationId, reply.status, reply.json.code]).toEqual([
        operation.operationId,
        500,
        'internal_error',
      ]);
      expect(reply.text).not.toContain('relation');
    }
  });
});
