import { describe, expect, test } from 'vitest';
import { PUBLIC_URL, serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();

const SCHEDULE = {
  startAt: '2026-11-24T15:00:00+01:00',
  endAt: '2026-11-24T16:00:00+01:00',
  timezone: 'Europe/Berlin',
};

const create = (body: unknown, options = {}) =>
  world.call('POST', '/v1/meetings', { body, ...options });

describe('201', () => {
  // Promise: 9, 10, 35
  test('a meeting is created with every member, its address and its ETag', async () => {
    const reply = await create({ title: 'Design review', schedule: SCHEDULE });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      meetingRef: expect.stringMatching(/^mtg_[0-9A-Za-z]{24}$/),
      meetingState: 'created',
      title: 'Design review',
      schedule: SCHEDULE,
      languageCode: null,
      createdAt: '2026-11-24T09:00:00.000Z',
      stateChangedAt: '2026-11-24T09:00:00.000Z',
      startedAt: null,
      endedAt: null,
      stateReason: null,
      metadata: {},
      options: {
        transcription: 'on',
        summary: 'on',
        maxParticipants: 50,
        emptyRoomSeconds: 60,
        maxMeetingSeconds: 86_400,
        keepTranscriptDays: 0,
        admission: 'direct',
        joinBeforeHost: true,
        screenShare: 'all',
        chat: 'on',
        vocabulary: [],
      },
      locked: false,
    });
    expect(reply.headers.get('location')).toBe(
      `${PUBLIC_URL}/v1/meetings/${reply.json.meetingRef}`,
    );
    expect(reply.headers.get('etag')).toBe('"1-json"');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers.get('idempotent-replayed')).toBeNull();
  });

  // Promise: 33, M0, I5
  test('the response to a new meeting equals a later read, to the byte', async () => {
    const metadata = { zone: 'eu', a_longer_name: '1', b: '2', a: '3', 10: 'ten', 9: 'nine' };
    const made = await create({ title: 'Same', schedule: SCHEDULE, languageCode: 'en', metadata });
    const read = await world.call('GET', `/v1/meetings/${made.json['meetingRef']}`);
    expect([read.text, read.headers.get('etag')]).toEqual([made.text, made.headers.get('etag')]);
  });

  test('a new meeting has pending artifacts and a no-show timer', async () => {
    const { json } = await create({ title: 'Born whole', schedule: SCHEDULE });
    const ref = String(json.meetingRef);
    const artifacts = await world.ctx.db
      .selectFrom('artifact')
      .selectAll()
      .where('meeting_ref', '=', ref)
      .orderBy('kind')
      .execute();
    expect(artifacts.map((row) => [row.kind, row.status])).toEqual([
      ['summary', 'pending'],
      ['transcript', 'pending'],
    ]);
    const task = await world.ctx.db
      .selectFrom('task')
      .selectAll()
      .where('ref', '=', ref)
      .executeTakeFirstOrThrow();
    expect([task.kind, task.due_at.toISOString()]).toEqual(['no_show', '2026-11-25T15:00:00.000Z']);
  });

  // Promise: 3
  test.each([
    ['absent', { title: 'Quick call' }],
    ['null', { title: 'Quick call', schedule: null }],
  ])('a schedule that is %s is null', async (_, body) => {
    const reply = await create(body);
    expect([reply.status, reply.json.schedule]).toEqual([201, null]);
  });

  test.each(['de', 'pt-BR', 'EN-us', 'en-US-u-ca-gregory-nu-latn-x-abcde1', null])(
    'the language %s is echoed as sent, also by a read',
    async (languageCode) => {
      const reply = await create({ title: 'x', languageCode });
      expect([reply.status, reply.json.languageCode]).toEqual([201, languageCode]);
      expect(
        (await world.call('GET', `/v1/meetings/${reply.json.meetingRef}`)).json.languageCode,
      ).toBe(languageCode);
    },
  );

  // Promise: 2
  test.each([
    ['spaces and combining marks are kept byte for byte', '  e\u0301 \u00e9  '],
    ['markup and quotes', '<b>"&\'</b>'],
    ['200 characters beyond the basic plane', '😀'.repeat(200)],
    ['bidi controls', '\u202eabc\u202c'],
  ])('a title is echoed as sent: %s', async (_, title) => {
    const reply = await create({ title });
    expect([reply.status, reply.json.title]).toEqual([201, title]);
    const read = await world.call('GET', `/v1/meetings/${reply.json.meetingRef}`);
    expect(read.json.title).toBe(title);
  });

  // Promise: 4, 6, 7, 8, 5
  test.each([
    [
      'lower-case t and z',
      { startAt: '2026-11-24t15:00:00z', endAt: '2026-11-24t16:00:00z', timezone: 'UTC' },
    ],
    [
      'nine fraction digits',
      {
        startAt: '2026-11-24T15:00:00.123456788+01:00',
        endAt: '2026-11-24T15:00:00.123456789+01:00',
        timezone: 'UTC',
      },
    ],
    [
      'past times',
      {
        startAt: '2001-01-01T00:00:00Z',
        endAt: '2001-01-01T01:00:00Z',
        timezone: 'America/Argentina/Buenos_Aires',
      },
    ],
    [
      'an offset that is not that of the zone',
      {
        startAt: '2026-11-24T15:00:00-08:00',
        endAt: '2026-11-24T16:00:00-08:00',
        timezone: 'Asia/Kolkata',
      },
    ],
    [
      'the offset 23:59',
      {
        startAt: '2026-11-24T15:00:00+23:59',
        endAt: '2026-11-24T16:00:00+23:59',
        timezone: 'Europe/Kyiv',
      },
    ],
    [
      'exactly seven days',
      { startAt: '2026-11-24T15:00:00Z', endAt: '2026-12-01T15:00:00Z', timezone: 'UTC' },
    ],
    [
      '29 February of a leap year',
      { startAt: '2028-02-29T15:00:00Z', endAt: '2028-02-29T16:00:00Z', timezone: 'UTC' },
    ],
  ])('a schedule is echoed as sent: %s', async (_, schedule) => {
    const reply = await create({ title: 'x', schedule });
    expect([reply.status, reply.json.schedule]).toEqual([201, schedule]);
  });

  // Promise: 49
  test.each([
    ['with charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['with charset in capitals and quotes', { 'content-type': 'Application/JSON;charset="UTF-8"' }],
    [
      'with identity encoding',
      { 'content-type': 'application/json', 'content-encoding': 'identity' },
    ],
  ])('a body is taken as JSON %s', async (_, headers) => {
    expect((await create(undefined, { raw: '{"title":"x"}', headers })).status).toBe(201);
  });

  // Promise: 49
  test('a byte order mark is ignored', async () => {
    expect(
      (
        await create(undefined, {
          raw: '\ufeff{"title":"x"}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(201);
  });
});
