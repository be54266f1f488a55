import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const SCHEDULE = {
  startAt: '2026-11-24T15:00:00+01:00',
  endAt: '2026-11-24T16:00:00+01:00',
  timezone: 'Europe/Berlin',
};
const create = (body: unknown, options = {}) =>
  world.call('POST', '/v1/meetings', { body, ...options });

describe('replay', () => {
  // Promise: 32
  test('the same key and body give the same answer and say that it is a replay', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'Once', schedule: SCHEDULE }, { idempotencyKey });
    world.clock.advance(60);
    const second = await create({ title: 'Once', schedule: SCHEDULE }, { idempotencyKey });
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    for (const name of ['location', 'etag', 'cache-control', 'content-type'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  // Promise: 32
  test('a replay shows the meeting as it was created, whatever has happened since', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'Since cancelled' }, { idempotencyKey });
    await world.call('POST', `/v1/meetings/${first.json.meetingRef}/cancel`);
    const second = await create({ title: 'Since cancelled' }, { idempotencyKey });
    expect([second.status, second.text, second.json.meetingState]).toEqual([
      201,
      first.text,
      'created',
    ]);
  });

  // Promise: 30
  test('another serializer of the same body is the same body', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'é', schedule: null }, { idempotencyKey });
    const second = await create(undefined, {
      idempotencyKey,
      raw: '{ "title" : "\\u00e9" }',
      headers: { 'content-type': 'application/json' },
    });
    expect(second.json.meetingRef).toBe(first.json.meetingRef);
  });

  // Promise: 30
  test.each([{ metadata: {} }, { options: {} }, { options: { chat: null } }, { guestLinks: null }])(
    '%j is the same body as one without it',
    async (nothing) => {
      const idempotencyKey = randomUUID();
      const first = await create({ title: 'Plain' }, { idempotencyKey });
      const second = await create({ title: 'Plain', ...nothing }, { idempotencyKey });
      expect([second.status, second.text]).toEqual([201, first.text]);
    },
  );

  // Promise: language
  test('an absent language is null, and another language is another body', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'l', languageCode: null }, { idempotencyKey });
    expect((await create({ title: 'l' }, { idempotencyKey })).text).toBe(first.text);
    const other = await create({ title: 'l', languageCode: 'de' }, { idempotencyKey });
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
  });

  // Promise: 29
  test('a key quoted as a structured field is the same key', async () => {
    const first = await create({ title: 'q' }, { idempotencyKey: 'a "quoted\\ key' });
    const second = await create({ title: 'q' }, { idempotencyKey: '"a \\"quoted\\\\ key"' });
    expect(second.json.meetingRef).toBe(first.json.meetingRef);
  });

  // Promise: 31, I9
  test('thirty calls at once with one key make exactly one meeting', async () => {
    const idempotencyKey = randomUUID();
    const title = `Thirty ${idempotencyKey}`;
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => create({ title }, { idempotencyKey })),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    expect(
      replies.filter((reply) => reply.headers.get('idempotent-replayed') === null),
    ).toHaveLength(1);
    const rows = await world.ctx.db
      .selectFrom('meeting')
      .select('meeting_ref')
      .where('title', '=', title)
      .execute();
    expect(rows).toHaveLength(1);
  });

  // Promise: 32
  test('the same key of another tenant is another call', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'a' }, { idempotencyKey });
    const other = await create(
      { title: 'b' },
      { idempotencyKey, key: await world.key({ tenant: 'other' }) },
    );
    expect([other.status, other.json.meetingRef === first.json.meetingRef]).toEqual([201, false]);
  });

  // Promise: 32
  test('another key of the same tenant gets the replay', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'rotated' }, { idempotencyKey });
    const second = await create({ title: 'rotated' }, { idempotencyKey, key: await world.key() });
    expect(second.json.meetingRef).toBe(first.json.meetingRef);
  });

  // Promise: 32
  test('a key is kept for 24 hours and then is a new one', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'kept' }, { idempotencyKey });
    world.clock.advance(24 * 3600 - 1);
    const kept = await create({ title: 'kept' }, { idempotencyKey });
    world.clock.advance(1);
    const anew = await create({ title: 'another body' }, { idempotencyKey });
    expect([kept.json.meetingRef === first.json.meetingRef, anew.status, anew.json.title]).toEqual([
      true,
      201,
      'another body',
    ]);
  });

  // Promise: 32
  test('a refused call is not stored: once corrected, it succeeds with the same key', async () => {
    const idempotencyKey = randomUUID();
    expect((await create({ title: '' }, { idempotencyKey })).status).toBe(422);
    expect((await create({ title: 'fixed' }, { idempotencyKey })).status).toBe(201);
  });

  // Promise: 29
  test('blanks around a key do not count', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'blanks' }, { idempotencyKey });
    expect(
      (await create({ title: 'blanks' }, { idempotencyKey: `  ${idempotencyKey} ` })).json
        .meetingRef,
    ).toBe(first.json.meetingRef);
  });

  // Promise: 32
  test('the scope is checked before a replay', async () => {
    const idempotencyKey = randomUUID();
    await create({ title: 'scoped' }, { idempotencyKey });
    const reply = await create(
      { title: 'scoped' },
      { idempotencyKey, key: await world.key({ scopes: ['meetings:read'] }) },
    );
    expect(reply.status).toBe(403);
  });
});

describe('422', () => {
  // Promise: 30, idempotency_key_reused
  test('a key that was used with another body is refused and the first outcome stays', async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ title: 'first' }, { idempotencyKey });
    const reused = await create({ title: 'second' }, { idempotencyKey });
    expect([reused.status, reused.json.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await create({ title: 'first' }, { idempotencyKey })).text).toBe(first.text);
    expect(
      await world.ctx.db
        .selectFrom('meeting')
        .select('title')
        .where('title', '=', 'second')
        .execute(),
    ).toEqual([]);
  });
});
