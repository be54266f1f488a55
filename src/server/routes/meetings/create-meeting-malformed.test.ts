import { describe, expect, test } from 'vitest';
import { PUBLIC_URL, serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();

const create = (body: unknown, options = {}) =>
  world.call('POST', '/v1/meetings', { body, ...options });

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
