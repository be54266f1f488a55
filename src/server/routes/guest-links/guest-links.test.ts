import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();

async function meeting(): Promise<string> {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'By invitation' } });
  return `/v1/meetings/${json.meetingRef}/guest-links`;
}
const create = (path: string, body: object = {}) => world.call('POST', path, { body });
const secretOf = (json: Record<string, unknown>) => String(json.guestUrl).split('#k=')[1] ?? '';
const join = (json: Record<string, unknown>) =>
  world.call('POST', `/guest/links/${json.guestLinkRef}/join`, {
    key: null,
    body: { secret: secretOf(json), displayName: 'Guest' },
  });
const lobby = (json: Record<string, unknown>) =>
  world.call('POST', `/guest/links/${json.guestLinkRef}/lobby`, {
    key: null,
    body: { secret: secretOf(json) },
  });

describe('options of a new link', () => {
  // Promise: E9
  test('the name is suggested in the lobby', async () => {
    const { json } = await create(await meeting(), { displayName: ' Ana ' });
    expect([json.displayName, (await lobby(json)).json.displayName]).toEqual(['Ana', 'Ana']);
    expect((await lobby((await create(await meeting())).json)).json.displayName).toBeNull();
  });

  // Promise: E9
  test('after its last use nobody else joins; people inside may come back', async () => {
    const path = await meeting();
    const { json } = await create(path, { maxUses: 2 });
    const first = await join(json);
    expect([first.status, (await lobby(json)).status, (await join(json)).status]).toEqual([
      200, 200, 200,
    ]);
    expect([(await join(json)).json.code, (await lobby(json)).status]).toEqual([
      'guest_link_not_usable',
      410,
    ]);
    const { participantRef, participantSecret } = first.json;
    const renewed = await world.call('POST', `/guest/participants/${participantRef}/renew`, {
      key: null,
      body: { participantSecret },
    });
    expect(renewed.status).toBe(200);
    expect((await world.call('GET', `${path}/${json.guestLinkRef}`)).json).toMatchObject({
      maxUses: 2,
      uses: 2,
    });
  });

  // Promise: E9
  test('twenty concurrent joins do not exceed its limit of uses', async () => {
    const { json } = await create(await meeting(), { maxUses: 3 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => join(json)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3);
  });

  // Promise: E9
  test('after its expiry nobody joins', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const { json } = await create(await meeting(), { expiresAt });
    expect([json.expiresAt, (await lobby(json)).status]).toEqual([expiresAt, 200]);
    world.clock.advance(60);
    expect([(await lobby(json)).status, (await join(json)).status]).toEqual([410, 410]);
  });

  test('an option that is null is like one that is absent, for a replay too', async () => {
    const path = await meeting();
    const call = (body: object) => world.call('POST', path, { body, idempotencyKey: 'null' });
    const first = await call({ displayName: null, expiresAt: null, maxUses: null });
    expect(first.json).toMatchObject({ displayName: null, maxUses: null });
    expect((await call({})).text).toBe(first.text);
  });

  test('a retry with the same options is a replay, with others it is refused', async () => {
    const path = await meeting();
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const call = (body: object) => world.call('POST', path, { body, idempotencyKey: 'same' });
    const first = await call({ maxUses: 1, expiresAt });
    world.clock.advance(120);
    const second = await call({ expiresAt, maxUses: 1 });
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect((await call({ maxUses: 2, expiresAt })).json.code).toBe('idempotency_key_reused');
  });

  // Promise: field-codes
  test.each<[object, string, string]>([
    [{ displayName: '' }, '#/displayName', 'blank'],
    [{ displayName: 'x'.repeat(61) }, '#/displayName', 'length'],
    [{ maxUses: 0 }, '#/maxUses', 'range'],
    [{ maxUses: 10_001 }, '#/maxUses', 'range'],
    [{ maxUses: '1' }, '#/maxUses', 'type'],
    [{ maxUses: 1.5 }, '#/maxUses', 'type'],
    [{ expiresAt: 'soon' }, '#/expiresAt', 'date_time_format'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '#/expiresAt', 'expiry_range'],
    [{ expiresAt: '2036-01-01T00:00:00Z' }, '#/expiresAt', 'expiry_range'],
    [{ name: 'Ana' }, '#/name', 'unknown_field'],
  ])('%j is refused', async (body, pointer, code) => {
    const reply = await create(await meeting(), body);
    expect([reply.status, reply.json.code]).toEqual([422, 'validation_error']);
    expect(reply.json.errors).toContainEqual({ pointer, code, detail: expect.any(String) });
  });
});

describe('reading links', () => {
  // Promise: 11
  test('the list and each link say everything but the URL', async () => {
    const path = await meeting();
    expect((await world.call('GET', path)).json).toEqual({ guestLinks: [] });
    const made = await create(path, { displayName: 'Ana', maxUses: 1 });
    world.clock.advance(1);
    await create(path);
    const list = await world.call('GET', path);
    const { guestUrl: _, ...rest } = made.json;
    const [first, second] = list.json.guestLinks as object[];
    expect([first, (list.json.guestLinks as object[]).length]).toEqual([
      { ...rest, uses: 0, revokedAt: null },
      2,
    ]);
    expect(second).toMatchObject({ displayName: null, maxUses: null });
    expect((await world.call('GET', `${path}/${made.json.guestLinkRef}`)).json).toEqual(first);
    expect(list.text).not.toContain(secretOf(made.json));
  });

  // Promise: guest_link_not_found
  test.each(['GET', 'DELETE'])(
    '%s of a link of another meeting and of none is not found',
    async (method) => {
      const [path, other] = [await meeting(), await meeting()];
      const { json } = await create(path);
      expect((await world.call(method, `${other}/${json.guestLinkRef}`)).json.code).toBe(
        'guest_link_not_found',
      );
      expect((await world.call(method, `${path}/gl_x`)).json.code).toBe('guest_link_not_found');
      expect((await lobby(json)).status).toBe(200);
    },
  );
});

describe('revoking', () => {
  // Promise: E4
  test('answers 204, again 204, and keeps the time of the first', async () => {
    const path = await meeting();
    const { json } = await create(path);
    const at = world.clock.now().toISOString();
    for (const _ of [1, 2]) {
      const reply = await world.call('DELETE', `${path}/${json.guestLinkRef}`);
      expect([reply.status, reply.text]).toEqual([204, '']);
      world.clock.advance(1);
    }
    expect((await world.call('GET', `${path}/${json.guestLinkRef}`)).json.revokedAt).toBe(at);
  });

  // Promise: E4
  test('nobody can join or return through it; another link still works', async () => {
    const path = await meeting();
    const [revoked, other] = [(await create(path)).json, (await create(path)).json];
    const guest = await join(revoked);
    await world.call('DELETE', `${path}/${revoked.guestLinkRef}`);
    const { participantRef, participantSecret } = guest.json;
    const again = (verb: string) =>
      world.call('POST', `/guest/participants/${participantRef}/${verb}`, {
        key: null,
        body: { participantSecret },
      });
    expect([
      (await lobby(revoked)).status,
      (await join(revoked)).status,
      (await again('renew')).status,
      (await again('connected')).status,
    ]).toEqual([410, 410, 410, 410]);
    expect([(await lobby(other)).status, (await join(other)).status]).toEqual([200, 200]);
    expect((await world.call('GET', path.replace('/guest-links', ''))).json.meetingState).toBe(
      'created',
    );
  });
});
