import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { manualClock } from '../../../../dev/world/clock-and-log.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import { mergePatch } from '../../../core/validation/merge-patch.ts';

const world = await serverWorld();
const schedule = {
  startAt: '2026-11-24T15:00:00+01:00',
  endAt: '2026-11-24T16:00:00+01:00',
  timezone: 'Europe/Berlin',
};
const MERGE = { 'content-type': 'application/merge-patch+json' };

async function meeting(body: object = { title: 'Before', schedule }) {
  const { json } = await world.call('POST', '/v1/meetings', { body });
  return { ref: String(json.meetingRef), path: `/v1/meetings/${json.meetingRef}` };
}
const patch = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.call('PATCH', path, { raw: JSON.stringify(body), headers: { ...MERGE, ...headers } });

describe('200', () => {
  // Promise: E11
  test('fields that are sent change, the rest stay; a later read and the ETag agree', async () => {
    const { path } = await meeting();
    const reply = await patch(path, {
      title: 'After',
      schedule: { endAt: '2026-11-24T17:00:00+01:00' },
    });
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"2-json"']);
    expect(reply.json).toMatchObject({
      title: 'After',
      schedule: { ...schedule, endAt: '2026-11-24T17:00:00+01:00' },
    });
    const read = await world.call('GET', path);
    expect([read.text, read.headers.get('etag')]).toEqual([reply.text, '"2-json"']);
  });

  test('null removes the schedule, and a whole one restores it; application/json works too', async () => {
    const { path } = await meeting();
    expect((await patch(path, { schedule: null })).json.schedule).toBeNull();
    expect((await world.call('PATCH', path, { body: { schedule } })).json.schedule).toEqual(
      schedule,
    );
  });

  // Promise: language
  test('the language is set, stays when it is not named, and null takes it away', async () => {
    const { path } = await meeting();
    expect((await patch(path, { languageCode: 'de' })).json).toMatchObject({
      title: 'Before',
      schedule,
      languageCode: 'de',
    });
    expect((await patch(path, { title: 'After' })).json.languageCode).toBe('de');
    expect((await patch(path, { languageCode: null })).json).toMatchObject({
      title: 'After',
      schedule,
      languageCode: null,
    });
  });

  test.each([{}, { title: 'Before' }, { schedule: {} }, { languageCode: null }])(
    '%j changes nothing, not even the version',
    async (body) => {
      const { path } = await meeting();
      expect((await patch(path, body)).headers.get('etag')).toBe('"1-json"');
    },
  );

  // Promise: E11
  test('the no-show time and the links follow the schedule, but for links with an expiry of their own', async () => {
    const { ref, path } = await meeting();
    const own = { expiresAt: '2026-11-24T12:00:00.000Z' };
    for (const body of [{}, own]) await world.call('POST', `${path}/guest-links`, { body });
    await patch(path, {
      schedule: { startAt: '2026-11-26T15:00:00Z', endAt: '2026-11-26T16:00:00Z' },
    });
    const task = await world.ctx.db
      .selectFrom('task')
      .select('due_at')
      .where('ref', '=', ref)
      .where('kind', '=', 'no_show')
      .executeTakeFirst();
    expect(task?.due_at).toEqual(new Date('2026-11-27T16:00:00Z'));
    const { json } = await world.call('GET', `${path}/guest-links`);
    const expiries = (json.guestLinks as { expiresAt: string }[]).map((link) => link.expiresAt);
    expect(new Set(expiries)).toEqual(new Set(['2026-11-28T16:00:00.000Z', own.expiresAt]));
  });

  test('changes at once without If-Match are all made, one after the other', async () => {
    const { path } = await meeting();
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((title) => patch(path, { title })));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map((reply) => reply.headers.get('etag'))).size).toBe(4);
  });
});

describe('412', () => {
  test.each(['"1-json"', '"0-json"', 'W/"2-json"', 'nonsense', '"3-json", "1-json"'])(
    'If-Match %s is not the current version',
    async (ifMatch) => {
      const { path } = await meeting();
      await patch(path, { title: 'Changed since' });
      const reply = await patch(path, { title: 'Mine' }, { 'if-match': ifMatch });
      expect([reply.status, reply.json.code]).toEqual([412, 'precondition_failed']);
      expect((await world.call('GET', path)).json.title).toBe('Changed since');
    },
  );

  test.each(['"2-json"', '*', '"1-json", "2-json"'])(
    'If-Match %s lets the change through',
    async (ifMatch) => {
      const { path } = await meeting();
      await patch(path, { title: 'Changed since' });
      expect((await patch(path, { title: 'Mine' }, { 'if-match': ifMatch })).json.title).toBe(
        'Mine',
      );
    },
  );

  // Promise: precondition_failed, E11
  test('of many with the same If-Match exactly one wins', async () => {
    const { path } = await meeting();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        patch(path, { title: `T${i}` }, { 'if-match': '"1-json"' }),
      ),
    );
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(412),
    ]);
  });
});

describe('409', () => {
  test.each<MeetingState>(['in_progress', 'ending', 'ended', 'cancelled', 'failed'])(
    'a meeting that is %s does not change',
    async (state) => {
      const { ref, path } = await meeting();
      await world.ctx.db
        .updateTable('meeting')
        .set({ state })
        .where('meeting_ref', '=', ref)
        .execute();
      const reply = await patch(path, { title: 'Late' });
      expect([reply.status, reply.json.code, reply.json.meetingState]).toEqual([
        409,
        'invalid_state',
        state,
      ]);
    },
  );
});

describe('400, 415 and 422', () => {
  test.each<[string, unknown, string, string]>([
    ['an empty title', { title: '' }, '#/title', 'blank'],
    ['no title', { title: null }, '#/title', 'type'],
    ['an unknown member', { state: 'ended' }, '#/state', 'unknown_field'],
    [
      'an end before the start',
      { schedule: { endAt: '2026-11-24T14:00:00+01:00' } },
      '#/schedule/endAt',
      'schedule_order',
    ],
    ['a member taken away', { schedule: { timezone: null } }, '#/schedule/timezone', 'type'],
    [
      'a language that is none',
      { languageCode: 'klingonish' },
      '#/languageCode',
      'unknown_language',
    ],
    [
      'a zone that is none',
      { schedule: { timezone: 'Mars' } },
      '#/schedule/timezone',
      'unknown_timezone',
    ],
  ])('%s is refused and nothing changes', async (_, body, pointer, code) => {
    const { path } = await meeting();
    const reply = await patch(path, body);
    expect([reply.status, reply.json.code]).toEqual([422, 'validation_error']);
    expect(reply.json.errors).toContainEqual({ pointer, code, detail: expect.any(String) });
    expect((await world.call('GET', path)).headers.get('etag')).toBe('"1-json"');
  });

  test('a text that is too long learns the limit, and not that it might be empty', async () => {
    const { path } = await meeting();
    const { json } = await patch(path, { title: 'x'.repeat(201) });
    expect(json.errors).toEqual([
      { pointer: '#/title', code: 'length', detail: 'Must be at most 200 characters.' },
    ]);
  });

  test('part of a schedule for a meeting without one lacks the rest', async () => {
    const { path } = await meeting({ title: 'Any time' });
    const { json } = await patch(path, { schedule: { endAt: schedule.endAt } });
    expect((json.errors as { pointer: string }[]).map((error) => error.pointer)).toEqual([
      '#/schedule/startAt',
      '#/schedule/timezone',
    ]);
  });

  test.each<[string, Record<string, string>, string, number]>([
    ['text', { 'content-type': 'text/plain' }, '{}', 415],
    ['no type', {}, '{}', 415],
    ['broken JSON', MERGE, '{', 400],
  ])('%s cannot be read', async (_, headers, raw, status) => {
    const { path } = await meeting();
    expect(
      (await world.call('PATCH', path, { raw: new TextEncoder().encode(raw), headers })).status,
    ).toBe(status);
  });
});

test('a changed schedule is judged by the clock of its service, not of one that the process had before', async () => {
  await patch((await meeting()).path, { title: 'After' });
  const later = await serverWorld({
    ctx: { clock: manualClock(new Date('2040-01-01T00:00:00Z')) },
  });
  const { json } = await later.call('POST', '/v1/meetings', { body: { title: 'Later' } });
  const body = {
    schedule: { ...schedule, startAt: '2041-01-01T09:00:00Z', endAt: '2041-01-01T10:00:00Z' },
  };
  expect((await later.call('PATCH', `/v1/meetings/${json['meetingRef']}`, { body })).status).toBe(
    200,
  );
});

test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: [1] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ a: 'b' }, null, null],
])('%j patched with %j is %j (RFC 7396)', (target, change, result) => {
  expect(mergePatch(target, change)).toEqual(result);
});
