import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rawHttp } from '../../../dev/world/raw-http.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { contractDocument, operationsOf } from '../binding/contract-document.ts';

const world = await serverWorld({
  rates: { readPerMinute: 0, writePerMinute: 100, authFailuresPerMinute: 100 },
});

type Call = { method: string; target: string; headers: Record<string, string>; body: string };

async function send({
  method,
  target,
  headers,
  body,
}: Call): Promise<{ status: number; code: string }> {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const answer = await rawHttp(
    world.url,
    `${[...lines, length, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`,
  );
  const { code = 'done' } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  return { status: Number(answer.slice(9, 12)), code };
}

// Promise: 50
test('a call with every fault gets one problem at a time, in the documented order', async () => {
  const created = await world.call('POST', '/v1/meetings', { body: { title: 'Ordered' } });
  const meeting = `/v1/meetings/${created.json.meetingRef}`;
  const used = randomUUID();
  expect(
    (
      await world.call('POST', `${meeting}/guest-links`, {
        idempotencyKey: used,
        body: { maxUses: 1 },
      })
    ).status,
  ).toBe(201);
  await world.call('POST', `${meeting}/cancel`);
  const [weak, strong, spent] = [
    await world.key({ scopes: [] }),
    await world.key(),
    await world.key({ scopes: [] }),
  ];
  for (let i = 0; i < 100; i++) await world.call('POST', '/v1/nothing', { key: spent });

  const call: Call = {
    method: 'PUT',
    target: '/v1/meetings/mtg_x/nothing?canary=1',
    headers: { 'Idempotency-Key': '"open', 'Content-Type': 'application/json' },
    body: '{"color":1',
  };
  const told: unknown[] = [];
  const fix = async (what: (call: Call) => void) => {
    what(call);
    const { status, code } = await send(call);
    told.push([status, code]);
  };
  await fix(() => {});
  await fix(({ headers }) => (headers['Host'] = 'x'));
  await fix(({ headers }) => (headers['Authorization'] = `Bearer ${spent}`));
  await fix(({ headers }) => (headers['Authorization'] = `Bearer ${weak}`));
  await fix((now) => (now.target = '/v1/meetings/mtg_x/guest-links?canary=1'));
  await fix((now) => (now.method = 'POST'));
  await fix(({ headers }) => (headers['Authorization'] = `Bearer ${strong}`));
  await fix((now) => (now.target = `${meeting}/guest-links?canary=1`));
  await fix((now) => (now.target = `${meeting}/guest-links`));
  await fix(({ headers }) => (headers['Idempotency-Key'] = used));
  await fix((now) => (now.body = '{"color":1}'));
  await fix((now) => (now.body = '{"maxUses":2}'));
  await fix(({ headers }) => (headers['Idempotency-Key'] = randomUUID()));
  await fix((now) => {
    now.headers['Idempotency-Key'] = used;
    now.body = '{"maxUses":1}';
  });
  expect(told).toEqual([
    [400, 'malformed_request'],
    [401, 'unauthorized'],
    [429, 'rate_limited'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [403, 'insufficient_scope'],
    [404, 'meeting_not_found'],
    [400, 'unknown_parameter'],
    [400, 'idempotency_key_invalid'],
    [422, 'unexpected_body'],
    [422, 'validation_error'],
    [422, 'idempotency_key_reused'],
    [409, 'meeting_not_joinable'],
    [201, 'done'],
  ]);
});

// Promise: 50
test('size comes before media type, media type before JSON, JSON before fields', async () => {
  const headers: Record<string, string> = {
    Host: 'x',
    Authorization: `Bearer ${await world.key()}`,
    'Idempotency-Key': randomUUID(),
  };
  const post = (body: string) => send({ method: 'POST', target: '/v1/meetings', headers, body });
  headers['Content-Type'] = 'text/plain';
  expect(await post('{'.repeat(65_537))).toEqual({ status: 413, code: 'body_too_large' });
  expect(await post('{"title":')).toEqual({ status: 415, code: 'unsupported_media_type' });
  headers['Content-Type'] = 'application/json';
  expect(await post('{"title":')).toEqual({ status: 400, code: 'malformed_json' });
  expect(await post('{"title":""}')).toEqual({ status: 422, code: 'validation_error' });
});

// Promise: 50
test('what the path leads to comes before everything else that is wrong with the call', async () => {
  const { json: meeting } = await world.call('POST', '/v1/meetings', {
    body: { title: 'Ordered' },
  });
  const hook = { url: 'https://93.184.216.34/hook' };
  const { json: webhook } = await world.call('POST', '/v1/webhooks', { body: hook });
  const parents: Record<string, unknown> = {
    meetingRef: meeting.meetingRef,
    webhookRef: webhook.webhookRef,
  };
  const codes: Record<string, string> = {
    meetingRef: 'meeting_not_found',
    guestLinkRef: 'guest_link_not_found',
    participantRef: 'participant_not_found',
    webhookRef: 'webhook_not_found',
    deliveryRef: 'delivery_not_found',
  };
  for (const { operationId, method, path } of operationsOf(contractDocument('openapi'))) {
    const last = path.match(/\w+(?=\})/g)?.at(-1);
    if (last === undefined) continue;
    const target = path.replace(/\{(\w+)\}/g, (_, name) =>
      name === last ? 'x' : String(parents[name]),
    );
    const { json } = await world.call(method, `${target}?canary=1`, { idempotencyKey: '"open' });
    expect([operationId, json.status, json.code]).toEqual([operationId, 404, codes[last]]);
  }
});
