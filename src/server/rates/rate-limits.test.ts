import { describe, expect, test, vi } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { addressGroup, MAX_HELD_READS, rateLimits } from './rate-limits.ts';

const OFF = { readPerMinute: 0, writePerMinute: 0, authFailuresPerMinute: 0, guestPerMinute: 0 };
const world = await serverWorld({
  rates: { readPerMinute: 5, writePerMinute: 2, authFailuresPerMinute: 3, guestPerMinute: 4 },
});
const from = (ip: string) => ({ 'x-forwarded-for': ip });

describe('calls with an API key', () => {
  // Promise: 43, 46
  test('every answer says how much is left, whatever its status', async () => {
    const key = await world.key();
    const created = await world.call('POST', '/v1/meetings', { key, body: { title: 'Counted' } });
    expect([created.headers.get('ratelimit-policy'), created.headers.get('ratelimit')]).toEqual([
      '"write";q=2;w=60',
      '"write";r=1;t=60',
    ]);
    const path = `/v1/meetings/${created.json.meetingRef}`;
    const etag = (await world.call('GET', path, { key })).headers.get('etag') ?? '';
    const unchanged = await world.call('GET', path, { key, headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers.get('ratelimit')]).toEqual([
      304,
      expect.stringMatching(/^"read";r=3;t=\d+$/),
    ]);
    const missing = await world.call('GET', '/v1/nothing', { key });
    expect([missing.status, missing.headers.get('ratelimit')]).toEqual([
      404,
      expect.stringMatching(/^"read";r=2;t=\d+$/),
    ]);
    const refused = await world.call('DELETE', '/v1/meetings', { key });
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
      405,
      expect.stringMatching(/^"write";r=0;t=\d+$/),
    ]);
  });

  // Promise: 43
  test('above the limit a key is refused with policy and waiting time; reads and other keys still work', async () => {
    const [key, other] = [await world.key(), await world.key()];
    for (const title of ['One', 'Two'])
      expect((await world.call('POST', '/v1/meetings', { key, body: { title } })).status).toBe(201);
    const refused = await world.call('POST', '/v1/meetings', { key, body: { title: 'Three' } });
    expect([refused.status, refused.json.code, refused.json.policy]).toEqual([
      429,
      'rate_limited',
      'write',
    ]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toBe(`"write";r=0;t=${wait}`);
    expect((await world.call('GET', '/v1/meetings/mtg_x', { key })).status).toBe(404);
    expect(
      (await world.call('POST', '/v1/meetings', { key: other, body: { title: 'Three' } })).status,
    ).toBe(201);
  });

  // Promise: 32
  test('a refused call creates nothing, and its key may be used again later', async () => {
    const key = await world.key({ tenant: 'patient' });
    const once = { key, body: { title: 'Once' }, idempotencyKey: 'k' };
    for (const title of ['a', 'b'])
      await world.call('POST', '/v1/meetings', { key, body: { title } });
    expect((await world.call('POST', '/v1/meetings', once)).status).toBe(429);
    const another = await world.call('POST', '/v1/meetings', {
      ...once,
      key: await world.key({ tenant: 'patient' }),
    });
    expect([another.status, another.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test('the count starts again after a minute', async () => {
    vi.useFakeTimers();
    try {
      const limits = rateLimits({ ...OFF, readPerMinute: 1 });
      await limits.countCall('k', 'GET');
      await expect(limits.countCall('k', 'HEAD')).rejects.toMatchObject({
        code: 'rate_limited',
        members: { retryAfter: 60 },
      });
      vi.advanceTimersByTime(60_000);
      expect(await limits.countCall('k', 'GET')).toMatchObject({ ratelimit: '"read";r=0;t=60' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('calls without an API key', () => {
  // Promise: 43
  test('an address with too many failed authentications must wait; its valid keys still work', async () => {
    const key = await world.key();
    const guess = (ip: string) =>
      world.call('GET', '/v1/meetings/mtg_x', { key: 'mapi_test_guess', headers: from(ip) });
    for (const left of [2, 1, 0]) {
      const reply = await guess('198.51.100.7');
      expect([reply.status, reply.headers.get('ratelimit')]).toEqual([
        401,
        expect.stringMatching(`^"auth";r=${left};t=`),
      ]);
    }
    const refused = await guess('198.51.100.7');
    expect([refused.status, refused.json.policy]).toEqual([429, 'auth']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      (await world.call('GET', '/v1/meetings/mtg_x', { key, headers: from('198.51.100.7') }))
        .status,
    ).toBe(404);
    expect((await guess('198.51.100.8')).status).toBe(401);
    expect(
      (await world.call('GET', '/v1/meetings/mtg_x', { key, headers: from('198.51.100.8') }))
        .status,
    ).toBe(404);
  });

  // Promise: 18
  test('the join page and its calls are limited by address; a browser gets the page, which says so', async () => {
    const page = () => world.call('GET', '/j/gl_x', { key: null, headers: from('198.51.100.9') });
    const lobby = () =>
      world.call('POST', '/guest/links/gl_x/lobby', {
        key: null,
        body: { secret: 'guess' },
        headers: from('198.51.100.9'),
      });
    expect([
      (await page()).status,
      (await lobby()).status,
      (await page()).status,
      (await lobby()).status,
    ]).toEqual([200, 410, 200, 410]);
    for (const reply of [await page(), await lobby()]) {
      expect([reply.status, reply.json.policy]).toEqual([429, 'guest']);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const shown = await world.call('GET', '/j/gl_x', {
      key: null,
      headers: { ...from('198.51.100.9'), accept: 'text/html,*/*;q=0.8' },
    });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([
      429,
      'text/html; charset=utf-8',
    ]);
    expect(Number(shown.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

// Promise: 43
test('connection checks from all addresses together are limited like the calls of one', async () => {
  const call = (path: string, ip: string, body: object) =>
    world.call('POST', path, { key: null, body, headers: from(ip) });
  const check = (ip: string) => call('/guest/connection-check', ip, {});
  const statuses = [];
  for (const last of [1, 2, 3, 4, 5]) statuses.push((await check(`203.0.113.${last}`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  const refused = await check('203.0.113.6');
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toBe(`"guest";r=0;t=${wait}`);
  const lobby = await call('/guest/links/gl_x/lobby', '203.0.113.6', { secret: 'guess' });
  expect(lobby.status).toBe(410);
});

describe('without rates', () => {
  test('nothing is counted and no header is sent', async () => {
    const limits = rateLimits(OFF);
    for (let i = 0; i < 1_000; i++) expect(await limits.countCall('k', 'POST')).toEqual({});
    expect(await limits.countFailedAuthentication('ip')).toEqual({});
  });

  // Promise: 43
  test('held reads are limited all the same, each key by itself', () => {
    const { holdRead } = rateLimits(OFF);
    const held = Array.from({ length: MAX_HELD_READS }, () => holdRead('k'));
    expect(() => holdRead('k')).toThrow('rate_limited');
    holdRead('other')();
    held[0]?.();
    holdRead('k');
  });
});

test.each<[string | undefined, string]>([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
  ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  // The client hung up.
  [undefined, ''],
])('%s counts as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group);
});

test('all addresses of one IPv6 network share one limit', async () => {
  const limits = rateLimits({
    readPerMinute: 0,
    writePerMinute: 0,
    authFailuresPerMinute: 2,
    guestPerMinute: 2,
  });
  for (const count of [limits.countGuest, limits.countFailedAuthentication]) {
    for (const ip of ['2001:db8::1', '2001:db8::2']) await count(ip);
    await expect(count('2001:db8::3')).rejects.toMatchObject({ code: 'rate_limited' });
    await count('2001:db8:0:1::1');
  }
});
