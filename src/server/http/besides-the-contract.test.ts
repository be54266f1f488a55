import { describe, expect, test } from 'vitest';
import { rawHttp } from '../../../dev/world/raw-http.ts';
import { PUBLIC_URL, serverWorld } from '../../../dev/world/service/server-world.ts';
import type { Span } from '../../core/ports.ts';

const lines: string[] = [];
const record = (message: string, fields?: object): void =>
  void lines.push(JSON.stringify({ message, ...fields }));
const spans: Span[] = [];
const traces = { record: (span: Span) => void spans.push(span), stop: async () => {} };
let readiness: 'ok' | 'degraded' | 'unavailable' = 'ok';
let healthReads = 0;
const world = await serverWorld({
  health: async () => {
    healthReads++;
    return { status: readiness, version: '0' } as never;
  },
  ctx: { log: { debug: record, info: record, warn: record, error: record }, traces },
});
const key = await world.key();
const created = await world.call('POST', '/v1/meetings', { body: { title: 'Surface' } });
const path = `/v1/meetings/${created.json.meetingRef}`;

describe('besides the contract', () => {
  // Promise: 54, E6
  test('the contract is served without a key, with the address of the service, and is cached', async () => {
    const reply = await world.call('GET', '/v1/openapi.json', { key: null });
    expect(reply.json).toMatchObject({ openapi: '3.1.0', servers: [{ url: PUBLIC_URL }] });
    const again = await world.call('GET', '/v1/openapi.json', {
      key: null,
      headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('health needs no key and is 503 only when nothing can be served', async () => {
    expect((await world.call('GET', '/health/live', { key: null })).status).toBe(200);
    const statuses: number[] = [];
    for (const status of ['ok', 'degraded', 'unavailable'] as const) {
      readiness = status;
      world.clock.advance(1);
      statuses.push((await world.call('GET', '/health/ready', { key: null })).status);
    }
    expect(statuses).toEqual([200, 200, 503]);
  });

  test('health is looked at once a second, however many ask', async () => {
    world.clock.advance(1);
    healthReads = 0;
    const ask = async () => (await world.call('GET', '/health/ready', { key: null })).status;
    await Promise.all(Array.from({ length: 20 }, ask));
    world.clock.advance(0.9);
    await ask();
    expect(healthReads).toBe(1);
    world.clock.advance(0.1);
    await ask();
    expect(healthReads).toBe(2);
    // A machine's clock may be set back by hours.
    world.clock.advance(-60);
    await ask();
    expect(healthReads).toBe(3);
  });

  // Promise: 18
  test('the guest page is the same for every reference and may load nothing from elsewhere', async () => {
    const [known, unknown] = [
      await world.call('GET', '/j/gl_a', { key: null }),
      await world.call('GET', '/j/gl_b', { key: null }),
    ];
    expect([known.status, known.text]).toEqual([200, unknown.text]);
    const policy = known.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self' wss://meet.test;");
    for (const directive of ['base-uri', 'form-action', 'frame-ancestors'])
      expect(policy).toContain(`${directive} 'none'`);
    expect(policy).not.toContain('unsafe');
    expect(
      Object.fromEntries(
        [
          'referrer-policy',
          'cache-control',
          'x-robots-tag',
          'x-frame-options',
          'x-content-type-options',
          'permissions-policy',
        ].map((name) => [name, known.headers.get(name)]),
      ),
    ).toEqual({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
    });
  });

  test('assets are cached forever; a missing one is not found', async () => {
    const reply = await world.call('GET', '/assets/room-1a2b.js', { key: null });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(reply.text).toBe('export {};');
    const bare = await world.call('GET', '/assets/room-1a2b.js', {
      key: null,
      headers: { 'accept-encoding': 'br, gzip;q=0' },
    });
    expect([
      reply.headers.get('vary'),
      reply.headers.get('content-encoding'),
      bare.headers.get('content-encoding'),
      bare.text,
    ]).toEqual(['Accept-Encoding', 'gzip', null, 'export {};']);
    for (const name of ['none.js', '.js', '..', '%2e%2e%2findex.html', 'room-1a2b', 'a%00.js']) {
      const missing = await rawHttp(
        world.url,
        `GET /assets/${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect([name, missing.slice(0, 12)]).toEqual([name, 'HTTP/1.1 404']);
    }
    expect(
      (
        await rawHttp(
          world.url,
          'GET /assets/../index.html HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
        )
      ).slice(0, 12),
    ).toBe('HTTP/1.1 404');
  });

  test('the front page says what this is', async () => {
    const reply = await world.call('GET', '/', { key: null });
    expect([reply.status, reply.text.includes('/v1/openapi.json')]).toEqual([200, true]);
  });
});

describe('the log', () => {
  // Promise: 19
  test('a request, but for probes, is one line from the allow-list, without anything that was sent', async () => {
    lines.length = 0;
    await world.call('GET', '/health/live', { key: null });
    const link = await world.call('POST', `${path}/guest-links`, { key });
    await world.call('POST', '/v1/meetings?canary-query=1', {
      body: { title: 'canary-title' },
      headers: { 'user-agent': 'canary-agent' },
    });
    await world.call('GET', '/rtc/validate?access_token=canary-token', { key: null });
    await expect
      .poll(() => lines.filter((line) => line.includes('"message":"request"')).length)
      .toBe(3);
    const first = JSON.parse(lines[0] ?? '{}');
    expect(first).toEqual({
      message: 'request',
      method: 'POST',
      route: '/v1/meetings/:meetingRef/guest-links',
      status: 201,
      durationMs: expect.any(Number),
      requestId: expect.any(String),
      keyId: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      tenant: 'acme',
    });
    const everything = lines.join('\n');
    expect(everything).not.toContain('/health/');
    expect(everything).not.toContain('canary');
    expect(everything).not.toContain(String(link.json.guestUrl).split('#k=')[1]);
    expect(everything).not.toContain(key.slice(-49));
  });
});

test('a refused call, with or without a key, is no step in the trace of the meeting that it names', async () => {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Traced' } });
  const traced = `/v1/meetings/${json.meetingRef}`;
  const refused = [
    await world.call('POST', `${traced}/lock`, { key: null }),
    await world.call('POST', `${traced}/lock`, { key: await world.key({ scopes: [] }) }),
    await world.call('POST', `${traced}/lock`, { key: await world.key({ tenant: 'other' }) }),
    await world.call('POST', '/v1/meetings/a%20secret/lock'),
    await world.call('PATCH', traced, { body: { title: '' } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404, 422]);
  expect((await world.call('POST', `${traced}/lock`)).status).toBe(200);
  await expect.poll(() => spans.map(({ name }) => name)).toContain('lockMeeting');
  const first = spans.findIndex(({ meetingRef }) => meetingRef === json.meetingRef);
  expect(spans.slice(first)).toMatchObject([
    { name: 'createMeeting', meetingRef: json.meetingRef, failed: false, isFirst: true },
    { name: 'lockMeeting', meetingRef: json.meetingRef, failed: false, isFirst: false },
  ]);
});
