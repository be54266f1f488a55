import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { rawHttp } from '../../../../dev/world/raw-http.ts';
import { PUBLIC_URL, serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();

async function meeting(schedule: object | null = null): Promise<string> {
  const reply = await world.call('POST', '/v1/meetings', {
    body: { title: 'With guests', schedule },
  });
  return String(reply.json.meetingRef);
}

const link = (ref: string, options = {}) =>
  world.call('POST', `/v1/meetings/${ref}/guest-links`, options);

const setState = (ref: string, state: MeetingState) =>
  world.ctx.db.updateTable('meeting').set({ state }).where('meeting_ref', '=', ref).execute();

describe('201', () => {
  // Promise: 11, 12
  test('a link has its reference, its secret URL and the time it expires', async () => {
    const ref = await meeting({
      startAt: '2026-11-24T15:00:00+01:00',
      endAt: '2026-11-24T16:00:00+01:00',
      timezone: 'Europe/Berlin',
    });
    const reply = await link(ref);
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      guestLinkRef: expect.stringMatching(/^gl_[0-9A-Za-z]{24}$/),
      meetingRef: ref,
      guestUrl: expect.stringMatching(/^https:\/\/meet\.test\/j\/gl_[0-9A-Za-z]{24}#k=[\w-]{43}$/),
      createdAt: '2026-11-24T09:00:00.000Z',
      expiresAt: '2026-11-26T15:00:00.000Z',
      displayName: null,
      maxUses: null,
      role: 'guest',
      admission: null,
    });
    expect(reply.json.guestUrl).toContain(`/j/${reply.json.guestLinkRef}#`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('location')).toBe(
      `${PUBLIC_URL}/v1/meetings/${ref}/guest-links/${reply.json.guestLinkRef}`,
    );
  });

  // Promise: 15
  test('without a schedule a link lives for the seven days of waiting and the longest meeting', async () => {
    expect((await link(await meeting())).json.expiresAt).toBe('2026-12-02T09:00:00.000Z');
  });

  // Promise: 13
  test('Host and forwarding headers do not reach the URL', async () => {
    const lines = [
      `POST /v1/meetings/${await meeting()}/guest-links HTTP/1.1`,
      'Host: evil.test',
      'X-Forwarded-Host: evil.test',
      'Forwarded: host=evil.test',
      `Authorization: Bearer ${await world.key()}`,
      'Idempotency-Key: hosts',
      'Connection: close',
    ];
    const answer = await rawHttp(world.url, `${lines.join('\r\n')}\r\n\r\n`);
    expect([answer.slice(0, 12), answer.includes(`"guestUrl":"${PUBLIC_URL}/j/`)]).toEqual([
      'HTTP/1.1 201',
      true,
    ]);
    expect(answer).not.toContain('evil.test');
  });

  // Promise: 17
  test.each<[string, object]>([
    ['nothing', {}],
    ['no bytes as JSON', { raw: '', headers: { 'content-type': 'application/json' } }],
    ['an empty object', { body: {} }],
    [
      'an empty object with blanks',
      { raw: ' { } ', headers: { 'content-type': 'application/json' } },
    ],
  ])('a client may send %s', async (_, options) => {
    expect((await link(await meeting(), options)).status).toBe(201);
  });

  test('links can be created while the meeting is in progress', async () => {
    const ref = await meeting();
    await setState(ref, 'in_progress');
    expect((await link(ref)).status).toBe(201);
  });

  test('two calls make two links with two secrets', async () => {
    const ref = await meeting();
    const [a, b] = [await link(ref), await link(ref)];
    expect(a.json.guestUrl).not.toBe(b.json.guestUrl);
  });
});

describe('replay', () => {
  // Promise: 14, 16
  test('the same key gives the same URL, also when the meeting is over', async () => {
    const ref = await meeting();
    const idempotencyKey = randomUUID();
    const first = await link(ref, { idempotencyKey });
    await setState(ref, 'ended');
    const second = await link(ref, { idempotencyKey, body: {} });
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
  });

  // Promise: 32
  test('the same key on another path is another call', async () => {
    const idempotencyKey = randomUUID();
    const created = await world.call('POST', '/v1/meetings', {
      body: { title: 'One key' },
      idempotencyKey,
    });
    const first = await link(String(created.json.meetingRef), { idempotencyKey });
    const second = await link(await meeting(), { idempotencyKey });
    expect([
      first.status,
      second.status,
      first.json.guestLinkRef === second.json.guestLinkRef,
    ]).toEqual([201, 201, false]);
  });

  // Promise: 14
  test('no table holds the secret or the URL', async () => {
    const ref = await meeting();
    const { json } = await link(ref);
    const secret = String(json.guestUrl).split('#k=')[1] ?? '';
    const tables = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(world.ctx.db);
    const dumps = await Promise.all(
      tables.rows.map(({ name }) =>
        sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(world.ctx.db),
      ),
    );
    const everything = dumps.flatMap((dump) => dump.rows.map(({ row }) => row)).join('\n');
    expect(everything).toContain(String(json.guestLinkRef));
    expect(secret).toHaveLength(43);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain('#k=');
  });
});

describe("a host's link", () => {
  // Promise: 39, 121
  test('needs a scope of its own, also in the call that creates the meeting', async () => {
    const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Review' } });
    const path = `/v1/meetings/${json.meetingRef}/guest-links`;
    const body = { role: 'host', admission: 'ask' };
    const made = await world.call('POST', path, { body });
    expect([made.status, made.json.role, made.json.admission]).toEqual([201, 'host', 'ask']);
    const key = await world.key({ scopes: ['guest-links:write', 'meetings:write'] });
    for (const [to, sent] of [
      [path, body],
      ['/v1/meetings', { title: 'Review', guestLinks: [body] }],
    ] as const) {
      const refused = await world.call('POST', to, { key, body: sent });
      const { code, requiredScope } = refused.json;
      expect([refused.status, code, requiredScope]).toEqual([
        403,
        'insufficient_scope',
        'hosts:write',
      ]);
      expect(refused.headers.get('www-authenticate')).toBe(
        'Bearer realm="meetings", error="insufficient_scope", scope="hosts:write"',
      );
    }
  });
});
