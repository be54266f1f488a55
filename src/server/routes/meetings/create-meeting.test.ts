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
const codesOf = (reply: { json: Record<string, unknown> }) =>
  (reply.json.errors as { pointer: string; code: string }[]).map(
    (error) => `${error.pointer} ${error.code}`,
  );

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
  test('its artifacts are pending and its no-show timer stands, in the same transaction', async () => {
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

  test.each(['de', 'pt-BR', 'EN-us', null])(
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

describe('400', () => {
  // Promise: 29
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['only blanks', '   '],
  ])('an Idempotency-Key that is %s is named, with a link to its page', async (_, value) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await world.key()}`,
      ...(value !== undefined && { 'idempotency-key': value }),
    };
    const response = await fetch(`${world.url}/v1/meetings`, {
      method: 'POST',
      headers,
      body: '{"title":"x"}',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('link')).toBe(
      `<${PUBLIC_URL}/problems/idempotency-key-missing>; rel="describedby"`,
    );
    expect(await response.json()).toMatchObject({
      code: 'idempotency_key_missing',
      errors: [{ header: 'Idempotency-Key', code: 'required' }],
    });
  });

  // Promise: 29, idempotency_key_invalid
  test.each([
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'kl\u00e9'],
    ['a control character', 'a\tb'],
    ['an open quote', '"abc'],
    ['parameters', '"abc";p=1'],
    ['an empty string in quotes', '""'],
  ])('an Idempotency-Key with %s is not valid', async (_, idempotencyKey) => {
    const reply = await create({ title: 'x' }, { idempotencyKey });
    expect([reply.status, reply.json.code]).toEqual([400, 'idempotency_key_invalid']);
  });

  // Promise: 29
  test('255 printable characters are a key', async () => {
    expect((await create({ title: 'x' }, { idempotencyKey: `~ ${'k'.repeat(252)}!` })).status).toBe(
      201,
    );
  });

  // Promise: 49, 44, 37, malformed_json
  test.each([
    ['broken', '{"title":'],
    ['nothing', ''],
    ['two values', '{"title":"a"}{"title":"b"}'],
    [
      'bad UTF-8',
      Uint8Array.from([...Buffer.from('{"title":"'), 0xc3, 0x28, ...Buffer.from('"}')]),
    ],
    ['__proto__', '{"title":"x","__proto__":{"a":1}}'],
    ['constructor.prototype', '{"title":"x","constructor":{"prototype":{}}}'],
    ['nine levels', `${'['.repeat(9)}${']'.repeat(9)}`],
    ['thousands of levels', '['.repeat(60_000)],
  ])('a body with %s is malformed JSON', async (_, raw) => {
    const reply = await create(undefined, { raw, headers: { 'content-type': 'application/json' } });
    expect([reply.status, reply.json.code]).toEqual([400, 'malformed_json']);
  });

  test('a body that was forgotten, or lost on the way, is said to be empty', async () => {
    const reply = await create(undefined, {
      raw: '',
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.json).toMatchObject({
      code: 'malformed_json',
      detail: 'The body is empty. Send one JSON value.',
    });
  });

  // Promise: 37
  test('an unknown query parameter is named', async () => {
    const reply = await world.call('POST', '/v1/meetings?dryRun=1', { body: { title: 'x' } });
    expect([reply.status, reply.json.code]).toEqual([400, 'unknown_parameter']);
    expect(reply.json.errors).toEqual([
      { parameter: 'dryRun', code: 'unknown_parameter', detail: expect.any(String) },
    ]);
  });
});

describe('413 and 415', () => {
  // Promise: 44
  test('64 KiB are taken, one byte more is not', async () => {
    const padded = (size: number) => `{"title":"x"${' '.repeat(size - 13)}}`;
    const headers = { 'content-type': 'application/json' };
    expect((await create(undefined, { raw: padded(65_536), headers })).status).toBe(201);
    const reply = await create(undefined, { raw: padded(65_537), headers });
    expect([reply.status, reply.json.code]).toEqual([413, 'body_too_large']);
  });

  // Promise: 49, unsupported_media_type
  test.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['nonsense', { 'content-type': 'nonsense' }],
    ['gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('%s is not a supported body', async (_, headers) => {
    const reply = await create(undefined, { raw: '{"title":"x"}', headers });
    expect([reply.status, reply.json.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a body without Content-Type is not supported', async () => {
    const reply = await create(undefined, { raw: Buffer.from('{"title":"x"}') });
    expect([reply.status, reply.json.code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('422', () => {
  // Promise: 2, 37, validation_error, field-codes
  test('every field is named at once', async () => {
    const reply = await create({
      title: 'x'.repeat(201),
      schedule: { ...SCHEDULE, endAt: SCHEDULE.startAt },
      color: 1,
    });
    expect([reply.status, reply.json.code, reply.json.detail]).toEqual([
      422,
      'validation_error',
      '3 fields are not valid.',
    ]);
    expect(codesOf(reply).toSorted()).toEqual([
      '#/color unknown_field',
      '#/schedule/endAt schedule_order',
      '#/title length',
    ]);
  });

  // Promise: 1, field-codes, 2, 49, 3
  test.each<[string, unknown, string[]]>([
    ['no title', {}, ['#/title required']],
    ['null title', { title: null }, ['#/title type']],
    ['number title', { title: 7 }, ['#/title type']],
    ['empty title', { title: '' }, ['#/title blank']],
    ['invisible title', { title: ' \u200b\u2060\u00ad\u3164' }, ['#/title blank']],
    ['NUL', { title: 'a\0b' }, ['#/title control_character']],
    ['line separator', { title: 'a\u2028b' }, ['#/title control_character']],
    ['lone surrogate', { title: 'a\ud800b' }, ['#/title invalid_unicode']],
    ['an array', [], ['# type']],
    ['a string', 'x', ['# type']],
    ['an unknown member', { title: 'x', 'a/b': 1 }, ['#/a~1b unknown_field']],
    ['a lone constructor member', { title: 'x', constructor: 1 }, ['#/constructor unknown_field']],
    ['schedule of another type', { title: 'x', schedule: 'soon' }, ['#/schedule type']],
    [
      'empty schedule',
      { title: 'x', schedule: {} },
      ['#/schedule/startAt required', '#/schedule/endAt required', '#/schedule/timezone required'],
    ],
    [
      'unknown member of the schedule',
      { title: 'x', schedule: { ...SCHEDULE, rrule: 1 } },
      ['#/schedule/rrule unknown_field'],
    ],
    [
      'null startAt',
      { title: 'x', schedule: { ...SCHEDULE, startAt: null } },
      ['#/schedule/startAt type'],
    ],
  ])('%s', async (_, body, codes) => {
    const reply = await create(body);
    expect(reply.status).toBe(422);
    expect(codesOf(reply)).toEqual(codes);
  });

  // Promise: 4, 6, field-codes
  test.each([
    ['2026-11-24T15:00:00', 'date_time_format'],
    ['2026-11-24 15:00:00Z', 'date_time_format'],
    ['2026-11-24T15:00Z', 'date_time_format'],
    ['2026-11-24T15:00:00+0100', 'date_time_format'],
    ['2026-11-24T15:00:00.1234567890Z', 'date_time_format'],
    ['x'.repeat(100), 'date_time_format'],
    ['2026-02-30T15:00:00Z', 'date_time_value'],
    ['2027-02-29T15:00:00Z', 'date_time_value'],
    ['2026-11-24T24:00:00Z', 'date_time_value'],
    ['2026-13-24T15:00:00Z', 'date_time_value'],
    ['2026-11-24T15:00:00+24:00', 'date_time_value'],
    ['2026-12-31T23:59:60Z', 'leap_second'],
    ['1999-12-31T23:59:59Z', 'schedule_range'],
    ['2037-11-24T15:00:00Z', 'schedule_range'],
  ])('startAt %s is refused as %s', async (startAt, code) => {
    const reply = await create({ title: 'x', schedule: { ...SCHEDULE, startAt } });
    expect(reply.status).toBe(422);
    expect(codesOf(reply)).toContain(`#/schedule/startAt ${code}`);
  });

  // Promise: 6, field-codes
  test.each([
    ['before startAt', '2026-11-24T14:59:59+01:00', 'schedule_order'],
    ['equal, in another offset', '2026-11-24T14:00:00Z', 'schedule_order'],
    ['over seven days later', '2026-12-01T15:00:01+01:00', 'schedule_span'],
  ])('endAt %s is refused', async (_, endAt, code) => {
    expect(codesOf(await create({ title: 'x', schedule: { ...SCHEDULE, endAt } }))).toEqual([
      `#/schedule/endAt ${code}`,
    ]);
  });

  // Promise: 7, field-codes
  test.each([
    '+03:00',
    'EST',
    'W. Europe Standard Time',
    'Europe/Nowhere',
    '',
    'Europe',
    'x/'.repeat(60),
  ])('the time zone %j is unknown', async (timezone) => {
    expect(codesOf(await create({ title: 'x', schedule: { ...SCHEDULE, timezone } }))).toEqual([
      '#/schedule/timezone unknown_timezone',
    ]);
  });

  test.each(['', 'english', 'en_US', 'xx', 'und', 'de\u0000', 'x'.repeat(36)])(
    'the language %j is unknown',
    async (languageCode) =>
      expect(codesOf(await create({ title: 'x', languageCode }))).toEqual([
        '#/languageCode unknown_language',
      ]),
  );

  test('a language that is no string is refused', async () =>
    expect(codesOf(await create({ title: 'x', languageCode: ['de'] }))).toEqual([
      '#/languageCode type',
    ]));

  // Promise: 36
  test('no answer repeats what was sent', async () => {
    const canary = 'canary-5f2c'.repeat(5);
    const reply = await create({
      title: { canary },
      [canary]: 1,
      schedule: { startAt: canary, endAt: canary, timezone: canary },
    });
    expect(reply.status).toBe(422);
    expect(reply.text).not.toContain('canary-5f2c');
  });
});
