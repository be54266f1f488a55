import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

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

describe('404', () => {
  test.each<[string, object]>([
    ['a body', { body: { a: 1 } }],
    ['a body that is too large', { raw: 'x'.repeat(70_000) }],
  ])('the meeting is looked for before %s is', async (_, options) => {
    const reply = await link('mtg_x', options);
    expect([reply.status, reply.json.code]).toEqual([404, 'meeting_not_found']);
  });
});

describe('409', () => {
  // Promise: 16, meeting_not_joinable
  test.each<MeetingState>(['ending', 'ended', 'cancelled', 'failed'])(
    'a meeting that is %s gets no new links',
    async (state) => {
      const ref = await meeting();
      await setState(ref, state);
      const reply = await link(ref);
      expect([reply.status, reply.json.code, reply.json.meetingState]).toEqual([
        409,
        'meeting_not_joinable',
        state,
      ]);
    },
  );

  // Promise: 15, guest_link_limit
  test('a meeting has 500 links at most', async () => {
    const ref = await meeting();
    await insertLinks(ref, 499);
    expect((await link(ref)).status).toBe(201);
    const reply = await link(ref);
    expect([reply.status, reply.json.code]).toEqual([409, 'guest_link_limit']);
  });

  test('the limit holds for concurrent requests', async () => {
    const ref = await meeting();
    await insertLinks(ref, 497);
    const replies = await Promise.all(Array.from({ length: 20 }, () => link(ref)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.filter(({ json }) => json.code === 'guest_link_limit')).toHaveLength(17);
  });
});

describe('422', () => {
  // Promise: 17, unexpected_body
  test.each<[string, object]>([
    ['an array', { body: [] }],
    ['text', { raw: 'hello', headers: { 'content-type': 'text/plain' } }],
    ['broken JSON', { raw: '{', headers: { 'content-type': 'application/json' } }],
  ])('%s is not expected', async (_, options) => {
    const reply = await link(await meeting(), options);
    expect([reply.status, reply.json.code]).toEqual([422, 'unexpected_body']);
  });

  // Promise: 17
  test('JSON null counts as no body', async () => {
    expect((await link(await meeting(), { body: null })).status).toBe(201);
  });

  test("options under another Content-Type, such as curl's own, are refused with the one they need", async () => {
    const raw = '{"displayName":"Ana"}';
    const reply = await link(await meeting(), {
      raw,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(reply.json).toMatchObject({
      title: 'The operation does not take this body',
      detail: expect.stringContaining('Content-Type application/json'),
    });
  });
});

async function insertLinks(meetingRef: string, count: number): Promise<void> {
  const row = {
    meeting_ref: meetingRef,
    link_key_id: 'k1',
    created_at: world.clock.now(),
    expires_at: world.clock.now(),
    revoked_at: null,
  };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...row,
    guest_link_ref: `gl_${meetingRef}_${index}`,
  }));
  await world.ctx.db.insertInto('guest_link').values(rows).execute();
}
