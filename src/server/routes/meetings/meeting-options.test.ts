import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import { SCOPES } from '../../../../contract/generated/lists.ts';

const world = await serverWorld();
const create = (body: object, options: object = {}) =>
  world.call('POST', '/v1/meetings', { body, ...options });
const made = async (body: object) => (await create(body)).json as { meetingRef: string };
const read = (ref: string) => world.call('GET', `/v1/meetings/${ref}`);
const patch = (ref: string, body: object) =>
  world.call('PATCH', `/v1/meetings/${ref}`, {
    body,
    headers: { 'content-type': 'application/merge-patch+json' },
  });
const listed = async (query: string) => {
  const reply = await world.call('GET', `/v1/meetings?${query}`);
  expect(reply.status).toBe(200);
  return (reply.json['meetings'] as { title: string }[]).map(({ title }) => title);
};
const codes = (reply: { json: Record<string, unknown> }) =>
  (reply.json['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [
    pointer,
    code,
  ]);

describe('metadata', () => {
  // Promise: 101
  test('come back as sent, are merged by PATCH, and null removes a key', async () => {
    const { meetingRef } = await made({ title: 'A', metadata: { crm_id: '42', 'x.y-z': ' ä\n' } });
    expect((await read(meetingRef)).json['metadata']).toEqual({ crm_id: '42', 'x.y-z': ' ä\n' });
    await patch(meetingRef, { metadata: { crm_id: null, team: 'sales' } });
    expect((await read(meetingRef)).json['metadata']).toEqual({ 'x.y-z': ' ä\n', team: 'sales' });
    expect((await patch(meetingRef, { metadata: null })).json['metadata']).toEqual({});
  });

  // Promise: 101
  test('can be changed when the meeting is over; nothing else can', async () => {
    const { meetingRef } = await made({ title: 'A' });
    await world.call('POST', `/v1/meetings/${meetingRef}/cancel`);
    expect((await patch(meetingRef, { metadata: { a: '1' } })).json['metadata']).toEqual({
      a: '1',
    });
    expect((await patch(meetingRef, { metadata: { a: '2' }, title: 'B' })).status).toBe(409);
    expect((await patch(meetingRef, {})).status).toBe(409);
  });

  // Promise: 101
  test('that are too many, too long or not text are reported, each with its position', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v']));
    expect(codes(await create({ title: 'A', metadata: many }))).toEqual([['#/metadata', 'value']]);
    const wrong = { 'a b': 'x', long: 'x'.repeat(501), number: 1, nul: '\0', half: '\ud800' };
    const faults = codes(await create({ title: 'A', metadata: wrong }));
    expect(new Map(faults.map(([pointer, code]) => [pointer, code]))).toEqual(
      new Map([
        ['#/metadata/a%20b', 'name'],
        ['#/metadata/long', 'length'],
        ['#/metadata/number', 'type'],
        ['#/metadata/nul', 'control_character'],
        ['#/metadata/half', 'invalid_unicode'],
      ]),
    );
  });

  // Promise: 36
  test('a fault points to its key in the form of a URI fragment, and repeats none that may be a secret', async () => {
    const secret = 'k'.repeat(600);
    const reply = await create({ title: 'A', metadata: { [secret]: 1, 'a b': 1 } });
    expect(codes(reply)).toEqual([
      ['#/metadata', 'name'],
      ['#/metadata/a%20b', 'name'],
      ['#/metadata/a%20b', 'type'],
    ]);
    expect(reply.text).not.toContain(secret);
  });
});

describe('options', () => {
  // Promise: 104
  test('fall back to the settings, and null gives one back to them', async () => {
    const { meetingRef } = await made({
      title: 'A',
      options: { maxParticipants: 3, summary: null },
    });
    const whole = {
      transcription: 'on',
      summary: 'on',
      maxParticipants: 3,
      emptyRoomSeconds: 60,
      maxMeetingSeconds: 86_400,
      keepTranscriptDays: 0,
      admission: 'direct',
      joinBeforeHost: true,
      screenShare: 'all',
      chat: 'on',
      vocabulary: [],
    };
    expect((await read(meetingRef)).json['options']).toEqual(whole);
    const changed = await patch(meetingRef, { options: { maxParticipants: null, summary: 'off' } });
    expect(changed.json['options']).toEqual({ ...whole, maxParticipants: 50, summary: 'off' });
  });

  test('a meeting that is not transcribed has no summary either', async () => {
    const { json } = await create({ title: 'A', options: { transcription: 'off' } });
    expect(json['options']).toMatchObject({ transcription: 'off', summary: 'off' });
  });

  // Promise: 104
  test('beyond what the operator allows are 422 out_of_range', async () => {
    const options = { maxParticipants: 51, maxMeetingSeconds: 86_401 };
    const beyond = await create({ title: 'A', options });
    expect([beyond.status, codes(beyond)]).toEqual([
      422,
      [
        ['#/options/maxParticipants', 'out_of_range'],
        ['#/options/maxMeetingSeconds', 'out_of_range'],
      ],
    ]);
  });

  // Promise: 37, 104
  test('beyond what the operator allows are reported along with every other fault', async () => {
    // No number: to compare it with one throws.
    const maxMeetingSeconds = { valueOf: null, toString: null };
    const options = { maxParticipants: 51, maxMeetingSeconds, emptyRoomSeconds: 0 };
    const outOfRange = ['#/options/maxParticipants', 'out_of_range'];
    const wrong = [
      ['#/options/emptyRoomSeconds', 'range'],
      ['#/options/maxMeetingSeconds', 'type'],
    ];
    const blank = ['#/title', 'blank'];
    expect(codes(await create({ title: '', options }))).toEqual([blank, ...wrong, outOfRange]);
    expect(codes(await create({ title: '', options: null }))).toEqual([blank]);
    const { meetingRef } = await made({ title: 'A' });
    expect(codes(await patch(meetingRef, { options }))).toEqual([...wrong, outOfRange]);
    const patched = await patch(meetingRef, { title: '', options: { maxParticipants: 51 } });
    expect(codes(patched)).toEqual([blank, outOfRange]);
  });

  // Promise: 104
  test('hold a vocabulary, which PATCH replaces and null empties', async () => {
    const vocabulary = ['Kowalczyk', 'data lake'];
    const { meetingRef } = await made({ title: 'A', options: { vocabulary } });
    expect((await read(meetingRef)).json['options']).toMatchObject({ vocabulary });
    const patched = async (given: unknown) =>
      (await patch(meetingRef, { options: { vocabulary: given } })).json['options'];
    expect(await patched(['Okonkwo'])).toMatchObject({ vocabulary: ['Okonkwo'] });
    expect(await patched(null)).toMatchObject({ vocabulary: [] });
  });

  // Promise: 104
  test('with more than 200 terms, or terms that are empty, long or no text, are 422', async () => {
    const refused = async (vocabulary: string[]) =>
      codes(await create({ title: 'A', options: { vocabulary } }));
    const terms = Array.from({ length: 201 }, (_, at) => `Term ${at}`);
    expect((await create({ title: 'A', options: { vocabulary: terms.slice(1) } })).status).toBe(
      201,
    );
    expect((await refused(terms)).map(([pointer]) => pointer)).toEqual(['#/options/vocabulary']);
    expect((await refused(['', 'x'.repeat(61), '\0'])).map(([pointer]) => pointer)).toEqual([
      '#/options/vocabulary/0',
      '#/options/vocabulary/1',
      '#/options/vocabulary/2',
    ]);
  });

  // Promise: 104
  test('that the operator has since forbidden refuse only a patch that names them', async () => {
    const options = { maxParticipants: 40, transcription: 'consent', keepTranscriptDays: 30 };
    const { meetingRef } = await made({ title: 'A', options });
    const { settings } = world.ctx;
    world.ctx.settings = { ...settings, speech: 'off', roomMaxParticipants: 10 };
    try {
      const reply = await patch(meetingRef, { title: 'B', options: { keepTranscriptDays: 20 } });
      expect(reply.json).toMatchObject({
        title: 'B',
        options: { maxParticipants: 10, transcription: 'off', keepTranscriptDays: 20 },
      });
      expect((await patch(meetingRef, { metadata: { a: '1' } })).status).toBe(200);
      const refused = await patch(meetingRef, { options: { maxParticipants: 40 } });
      expect(codes(refused)).toEqual([['#/options/maxParticipants', 'out_of_range']]);
    } finally {
      world.ctx.settings = settings;
    }
    expect((await read(meetingRef)).json['options']).toMatchObject({
      ...options,
      keepTranscriptDays: 20,
    });
  });

  // Promise: 104
  test('can be changed before the start only', async () => {
    const { meetingRef } = await made({ title: 'A' });
    await world.call('POST', `/v1/meetings/${meetingRef}/cancel`);
    expect((await patch(meetingRef, { options: { summary: 'off' } })).status).toBe(409);
  });
});

describe('guest links of a new meeting', () => {
  const wish = { title: 'A', guestLinks: [{ displayName: 'Ana', maxUses: 1 }, {}] };

  // Promise: 108
  test('come with the 201 and with its replay, which gives the same secrets', async () => {
    const first = await create(wish, { idempotencyKey: 'links-1' });
    const again = await create(wish, { idempotencyKey: 'links-1' });
    expect(first.headers.get('cache-control')).toBe('no-store');
    const links = first.json['guestLinks'] as { guestUrl: string; displayName: string | null }[];
    expect(links.map(({ displayName }) => displayName)).toEqual(['Ana', null]);
    expect(links.every(({ guestUrl }) => guestUrl.includes('#k='))).toBe(true);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect((await read(String(first.json['meetingRef']))).text).not.toContain('guestLinks');
  });

  // Promise: 108
  test('need the scope for links too, and an empty list needs none', async () => {
    const key = await world.key({
      scopes: SCOPES.filter((scope) => scope !== 'guest-links:write'),
    });
    const reply = await create(wish, { key });
    expect([reply.status, reply.json['requiredScope']]).toEqual([403, 'guest-links:write']);
    for (const none of [undefined, null, []])
      expect((await create({ title: 'A', guestLinks: none }, { key })).status).toBe(201);
  });

  // Promise: 108
  test('that cannot be made leave no meeting behind', async () => {
    const expiresAt = '2020-01-01T00:00:00Z';
    const reply = await create({ title: 'Never made', guestLinks: [{}, { expiresAt }] });
    expect(codes(reply)).toEqual([['#/guestLinks/1/expiresAt', 'expiry_range']]);
    expect(await listed('pageSize=200')).not.toContain('Never made');
  });

  // Promise: 37
  test('are reported with every other field that is at fault', async () => {
    const [past, late] = [
      { expiresAt: '2020-01-01T00:00:00Z' },
      { expiresAt: '2040-01-01T00:00:00Z' },
    ];
    const options = { maxParticipants: 10_000 };
    const reply = await create({ title: 'A', options, guestLinks: [past, {}, late] });
    expect(codes(reply)).toEqual([
      ['#/options/maxParticipants', 'out_of_range'],
      ['#/guestLinks/0/expiresAt', 'expiry_range'],
      ['#/guestLinks/2/expiresAt', 'expiry_range'],
    ]);
  });
});
