import { describe, expect, test } from 'vitest';
import { problems } from '../../../contract/generated/problems.ts';
import { rawHttp } from '../../../dev/world/raw-http.ts';
import { PUBLIC_URL, serverWorld } from '../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const key = await world.key();
const created = await world.call('POST', '/v1/meetings', { body: { title: 'Surface' } });
const path = `/v1/meetings/${created.json.meetingRef}`;
const bearer = `Authorization: Bearer ${key}\r\n`;
const raw = (bytes: string) => rawHttp(world.url, bytes);
const get = (target: string, headers = bearer) =>
  raw(`GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('problem answers', () => {
  // Promise: 36
  test('have every member of RFC 9457 and ours, and one media type whatever Accept says', async () => {
    const reply = await world.call('GET', '/v1/meetings/mtg_x', {
      headers: { accept: 'text/html' },
    });
    const requestId = reply.headers.get('x-request-id');
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.json).toEqual({
      type: `${PUBLIC_URL}/problems/meeting-not-found`,
      title: 'No such meeting',
      status: 404,
      code: 'meeting_not_found',
      detail: problems.meeting_not_found.help,
      instance: `urn:uuid:${requestId}`,
      requestId,
    });
  });

  // Promise: 36
  test('each type leads to a page of the service', async () => {
    for (const code of Object.keys(problems)) {
      const reply = await world.call('GET', `/problems/${code.replaceAll('_', '-')}`, {
        key: null,
      });
      expect([code, reply.status, reply.headers.get('content-type')]).toEqual([
        code,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(reply.text).toContain(code);
    }
    expect((await world.call('GET', '/problems/none-such', { key: null })).json.code).toBe(
      'not_found',
    );
  });
});

describe('401', () => {
  // Promise: 39
  test.each<[string, Record<string, string>, string]>([
    ['another scheme', { authorization: 'Basic YTpi' }, 'Bearer realm="meetings"'],
    ['noise', { authorization: 'Bearer noise' }, 'Bearer realm="meetings", error="invalid_token"'],
    ['no token', { authorization: 'Bearer' }, 'Bearer realm="meetings", error="invalid_token"'],
    [
      'a key with a slip',
      { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` },
      'Bearer realm="meetings", error="invalid_token"',
    ],
  ])('%s is unauthorized', async (_, headers, challenge) => {
    const reply = await world.call('GET', path, { key: null, headers });
    expect([reply.status, reply.json.code, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'unauthorized',
      challenge,
    ]);
  });

  // Promise: 39
  test('well-formed unknown, revoked and expired keys get the same answer', async () => {
    const expired = await world.key({ expiresAt: new Date(world.clock.now().getTime() - 1) });
    const { newApiKey, keyIdOf } = await import('../../core/api-key/key-format.ts');
    const { revokeApiKey } = await import('../../core/api-key/revoke-api-key.ts');
    const revoked = await world.key();
    await revokeApiKey(world.ctx, keyIdOf(revoked) ?? '');
    const replies = await Promise.all(
      [expired, revoked, newApiKey('test').key].map((wrong) =>
        world.call('GET', path, { key: wrong }),
      ),
    );
    const texts = replies.map((reply) => reply.text.replaceAll(String(reply.json.requestId), 'ID'));
    expect([replies[0]?.status, new Set(texts).size]).toEqual([401, 1]);
  });

  // Promise: 39
  test('the scheme is compared without case', async () => {
    expect(
      (await world.call('GET', path, { key: null, headers: { authorization: `bEARER ${key}` } }))
        .status,
    ).toBe(200);
  });

  // Promise: 39
  test('a key in the query is no credential', async () => {
    const reply = await world.call('GET', `${path}?access_token=${key}`, { key: null });
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="meetings"',
    ]);
  });

  test('a key as the name of a parameter is not repeated', async () => {
    const reply = await world.call('GET', `${path}?${key}`);
    expect([reply.status, reply.text.includes(key)]).toEqual([400, false]);
  });
});

describe('paths and methods', () => {
  // Promise: 48, not_found, E12
  test.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    `${path}/recordings`,
    '/v1/meetings/',
    `${path}/`,
    `${path}/Transcript`,
    '/V1/meetings',
    '/v1//meetings',
    '/v1%2Fmeetings',
    `${path}/../x`,
    '/v1/../v1/meetings',
    '/nothing',
  ])('%s is not found and never redirected', async (target) => {
    const answer = await get(target);
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 404');
    expect(bodyOf(answer).code).toBe('not_found');
  });

  // Promise: 48
  test('a segment is decoded once', async () => {
    expect((await get(path.replace('mtg', '%6dtg'))).slice(0, 12)).toBe('HTTP/1.1 200');
    expect((await get(path.replace('mtg', '%256dtg'))).slice(0, 12)).toBe('HTTP/1.1 404');
  });

  // Promise: 48, malformed_request
  test.each([
    '/v1/meetings/%zz',
    '/v1/meetings/%',
    '/v1/meetings/%ff',
    '/%c3%28',
    `${path}?a=%zz`,
    `${path}#x`,
  ])('%s is malformed', async (target) => {
    const answer = await get(target);
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 400');
    expect(bodyOf(answer).code).toBe('malformed_request');
    expect(answer).toContain(`x-request-id: ${bodyOf(answer).requestId}\r\n`);
  });

  // Promise: 44
  test.each([2_049, 5_000, 15_000])('a path of %i bytes is too long', async (bytes) => {
    const answer = await get('/v1/meetings/'.padEnd(bytes, 'x'));
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 414');
    expect(bodyOf(answer).code).toBe('uri_too_long');
  });

  test('a query without parameters is fine', async () => {
    expect((await get(`${path}?`)).slice(0, 12)).toBe('HTTP/1.1 200');
  });

  // Promise: 48, method_not_allowed
  test.each([
    [path, 'PROPFIND', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    [path, 'QUERY', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['/v1/meetings', 'PUT', 'GET, HEAD, POST, OPTIONS'],
    [`${path}/end`, 'GET', 'POST, OPTIONS'],
    [`${path}/end`, 'HEAD', 'POST, OPTIONS'],
    [`${path}/transcript`, 'POST', 'GET, HEAD, DELETE, OPTIONS'],
    ['/v1/openapi.json', 'POST', 'GET, HEAD, OPTIONS'],
    ['/health/live', 'PUT', 'GET, HEAD, OPTIONS'],
    ['/guest/links/gl_x/lobby', 'GET', 'POST, OPTIONS'],
  ])('%s does not take %s', async (target, method, allow) => {
    const answer = await raw(
      `${method} ${target} HTTP/1.1\r\nHost: x\r\n${bearer}Connection: close\r\n\r\n`,
    );
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 405');
    expect(answer.toLowerCase()).toContain(`allow: ${allow.toLowerCase()}\r\n`);
    if (method !== 'HEAD') expect(bodyOf(answer).code).toBe('method_not_allowed');
  });

  // Promise: 48
  test('OPTIONS needs no key and grants no other origin anything', async () => {
    const reply = await world.call('OPTIONS', path, {
      key: null,
      headers: { origin: 'https://elsewhere.test' },
    });
    expect([reply.status, reply.text, reply.headers.get('allow')]).toEqual([
      204,
      '',
      'GET, HEAD, PATCH, DELETE, OPTIONS',
    ]);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['/v1/meetings/', `${path}/`, '/v1/nothing'])('OPTIONS finds no %s', async (target) => {
    expect((await world.call('OPTIONS', target)).json['code']).toBe('not_found');
  });

  test('a request to upgrade to another protocol is answered as if without it', async () => {
    expect((await get(path, `${bearer}Upgrade: h2c\r\n`)).slice(0, 12)).toBe('HTTP/1.1 200');
  });
});
