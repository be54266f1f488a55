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

  test('a missing body is reported as empty', async () => {
    const reply = await create(undefined, {
      raw: '',
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.json).toMatchObject({
      code: 'malformed_json',
      detail: 'The body is empty. Send one JSON value.',
    });
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
    ['nothing about its type', {}],
  ])('a body with %s is not supported', async (_, headers) => {
    const reply = await create(undefined, { raw: Buffer.from('{"title":"x"}'), headers });
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

  test.each(['english', 'x'.repeat(35)])('the language %j is unknown', async (languageCode) =>
    expect(codesOf(await create({ title: 'x', languageCode }))).toEqual([
      '#/languageCode unknown_language',
    ]),
  );

  test.each([
    [['de'], 'is no string', 'type'],
    ['en-US-u-ca-gregory-nu-latn-x-abcde12', 'has 36 characters', 'length'],
  ])('the language %j, which %s, is refused', async (languageCode, _, code) =>
    expect(codesOf(await create({ title: 'x', languageCode }))).toEqual([`#/languageCode ${code}`]),
  );

  // Promise: 36
  test('no answer repeats what the client sent', async () => {
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
