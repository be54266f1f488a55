import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { rawHttp } from '../../../../dev/world/raw-http.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const key = await world.key();
const created = await world.call('POST', '/v1/meetings', { body: { title: 'Read me' } });
const path = `/v1/meetings/${created.json.meetingRef}`;
const become = (state: MeetingState) =>
  world.ctx.db
    .updateTable('meeting')
    .set((eb) => ({ state, version: eb('version', '+', 1) }))
    .where('meeting_ref', '=', String(created.json.meetingRef))
    .execute();

describe('200', () => {
  // Promise: 10
  test('a new meeting reads as it was created', async () => {
    const reply = await world.call('GET', path);
    expect([reply.status, reply.text]).toEqual([200, created.text]);
    expect(reply.headers.get('etag')).toBe('"1-json"');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('vary')).toBe('Accept, Prefer');
  });

  test('an empty Accept is like none', async () => {
    expect((await world.call('GET', path, { headers: { accept: '' } })).text).toBe(created.text);
  });

  // Promise: 48
  test('HEAD has the headers of GET and no body', async () => {
    const [head, get] = [await world.call('HEAD', path), await world.call('GET', path)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'retry-after', 'vary'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test('a body on a read is ignored', async () => {
    const answer = await rawHttp(
      world.url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ` +
        '7\r\nConnection: close\r\n\r\nignored',
    );
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 200');
  });

  // Promise: 45
  test.each<[MeetingState, string | null]>([
    ['created', '60'],
    ['in_progress', '30'],
    ['ending', '5'],
    ['ended', null],
    ['cancelled', null],
    ['failed', null],
  ])('a reader of a meeting that is %s is told when to read again', async (state, seconds) => {
    await become(state);
    const reply = await world.call('GET', path);
    expect([reply.json.meetingState, reply.headers.get('retry-after')]).toEqual([state, seconds]);
  });
});

describe('304', () => {
  // Promise: 35, 46
  test.each([
    ['its ETag', (etag: string) => etag],
    ['its weak ETag', (etag: string) => `W/${etag}`],
    ['a list with it', (etag: string) => `"0-json", ${etag}`],
    ['a star', () => '*'],
  ])('a reader who holds %s gets no body', async (_, holds) => {
    const { headers } = await world.call('GET', path);
    const etag = headers.get('etag') ?? '';
    const reply = await world.call('GET', path, { headers: { 'if-none-match': holds(etag) } });
    expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', etag]);
  });

  test('a HEAD does not claim that the meeting is empty', async () => {
    const { headers } = await world.call('HEAD', path, { headers: { 'if-none-match': '*' } });
    expect(headers.get('content-length')).toBeNull();
  });

  // Promise: 46
  test('a change gives another ETag', async () => {
    const before = (await world.call('GET', path)).headers.get('etag') ?? '';
    await become('ended');
    const reply = await world.call('GET', path, { headers: { 'if-none-match': before } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).not.toBe(before);
  });
});

describe('404', () => {
  test.each([
    'mtg_000000000000000000000000',
    'x',
    'mtg_%00',
    `mtg_${'a'.repeat(1500)}`,
    '%2e%2e',
    '..',
    'a%2fb',
  ])('%s is no meeting', async (ref) => {
    const reply = await rawHttp(
      world.url,
      `GET /v1/meetings/${ref} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toContain('HTTP/1.1 404');
    expect(reply).toContain('"meeting_not_found"');
  });
});

describe('406', () => {
  // Promise: 25
  test.each(['text/html', 'application/pdf', 'application/json;q=0', '*/*;q=0', 'text/*'])(
    'Accept %s cannot be served',
    async (accept) => {
      const reply = await world.call('GET', path, { headers: { accept } });
      expect([reply.status, reply.json.code, reply.headers.get('content-type')]).toEqual([
        406,
        'not_acceptable',
        'application/problem+json',
      ]);
    },
  );

  test.each([
    'application/json',
    'application/*',
    '*/*',
    'text/html, application/json;q=0.1',
    'Application/JSON; charset=utf-8',
  ])('Accept %s is served JSON', async (accept) => {
    expect((await world.call('GET', path, { headers: { accept } })).status).toBe(200);
  });
});
