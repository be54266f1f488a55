import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../clients/sdk-typescript/client.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import { SCOPES } from '../../../../contract/generated/lists.ts';

const world = await serverWorld();
const made = async (body: object) =>
  (await world.call('POST', '/v1/meetings', { body })).json as { meetingRef: string };
const read = (ref: string) => world.call('GET', `/v1/meetings/${ref}`);
const remove = (ref: string, options: object = {}) =>
  world.call('DELETE', `/v1/meetings/${ref}`, options);

describe('deleting a meeting', () => {
  // Promise: 106
  test('that is not over is 409', async () => {
    const { meetingRef } = await made({ title: 'A' });
    expect((await remove(meetingRef)).status).toBe(409);
  });

  // Promise: 106
  test('that is over is 204, even when repeated; reading it is 410 from then on', async () => {
    const { meetingRef } = await made({ title: 'A', metadata: { a: 'b' } });
    await world.call('POST', `/v1/meetings/${meetingRef}/cancel`);
    expect((await remove(meetingRef)).status).toBe(204);
    expect((await remove(meetingRef)).status).toBe(204);
    for (const path of ['', '/transcript', '/summary', '/guest-links'])
      expect((await world.call('GET', `/v1/meetings/${meetingRef}${path}`)).status).toBe(410);
    const records = await world.ctx.db
      .selectFrom('idempotency_record')
      .select('path')
      .where('body', 'like', `%${meetingRef}%`)
      .execute();
    expect(records).toEqual([]);
    const events = await world.ctx.db
      .selectFrom('event')
      .select('type')
      .where('meeting_ref', '=', meetingRef)
      .orderBy('position')
      .execute();
    expect(events.at(-1)).toEqual({ type: 'meeting.deleted' });
  });

  // Promise: 32
  test('does not free its Idempotency-Key: a late retry is 410, and creates no other meeting', async () => {
    const call = { idempotencyKey: 'late', body: { title: 'Once' } };
    const { json } = await world.call('POST', '/v1/meetings', call);
    await world.call('POST', `/v1/meetings/${String(json['meetingRef'])}/cancel`);
    await remove(String(json['meetingRef']));
    const retry = await world.call('POST', '/v1/meetings', call);
    expect([retry.status, retry.json['code']]).toEqual([410, 'content_expired']);
    const kept = await world.ctx.db
      .selectFrom('idempotency_record')
      .select(['fingerprint', 'body'])
      .where('idempotency_key', '=', 'late')
      .execute();
    expect(kept).toEqual([{ fingerprint: Buffer.alloc(0), body: '' }]);
  });

  test('leaves the record of a call that created another one, whose metadata names it', async () => {
    const { meetingRef } = await made({ title: 'First' });
    const call = {
      idempotencyKey: 'second',
      body: { title: 'Second', metadata: { meetingRef }, guestLinks: [{ displayName: 'Ana' }] },
    };
    const { json } = await world.call('POST', '/v1/meetings', call);
    await world.call('POST', `/v1/meetings/${meetingRef}/cancel`);
    await world.call('DELETE', `/v1/meetings/${meetingRef}/transcript`);
    await remove(meetingRef);
    expect((await world.call('POST', '/v1/meetings', call)).json).toEqual(json);
  });

  test('of another tenant is 404, and the meeting stays', async () => {
    const { meetingRef } = await made({ title: 'A' });
    await world.call('POST', `/v1/meetings/${meetingRef}/cancel`);
    const key = await world.key({ tenant: 'other' });
    expect((await remove(meetingRef, { key })).status).toBe(404);
    expect((await read(meetingRef)).status).toBe(200);
  });
});

describe('exporting a meeting', () => {
  // Promise: 107
  test('that is not over is 409, and a key needs every scope for reading', async () => {
    const { meetingRef } = await made({ title: 'A' });
    const path = `/v1/meetings/${meetingRef}/export`;
    expect((await world.call('GET', path)).status).toBe(409);
    const key = await world.key({ scopes: SCOPES.filter((scope) => scope !== 'summaries:read') });
    const reply = await world.call('GET', path, { key });
    expect([reply.status, reply.json['requiredScope']]).toEqual([403, 'summaries:read']);
    expect(reply.headers.get('www-authenticate')).toContain('scope="summaries:read"');
  });

  // Promise: 107
  test('that is over is one ZIP file with everything still stored', async () => {
    const { meetingRef } = await made({ title: 'Ä *plan*', metadata: { a: 'b' } });
    await world.call('POST', `/v1/meetings/${meetingRef}/cancel`);
    const { headers } = await world.call('GET', `/v1/meetings/${meetingRef}/export`);
    expect([headers.get('cache-control'), headers.get('content-disposition')]).toEqual([
      'no-store',
      `attachment; filename="${meetingRef}.zip"`,
    ]);
    const client = createClient({ baseUrl: world.url, apiKey: await world.key() });
    const files = unzipSync(await client.meetings.export(meetingRef));
    expect(Object.keys(files)).toEqual([
      'meeting.json',
      'participants.csv',
      'transcript.json',
      'transcript.txt',
      'transcript.vtt',
      'transcript.srt',
      'summary.json',
      'summary.md',
    ]);
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(JSON.parse(text('meeting.json'))).toMatchObject({
      title: 'Ä *plan*',
      metadata: { a: 'b' },
    });
    expect(text('summary.md')).toBe(
      '# Ä \\*plan\\*\n\nThis summary is empty (meeting\\_cancelled).\n',
    );
    await world.call('DELETE', `/v1/meetings/${meetingRef}/transcript`);
    const left = unzipSync(await client.meetings.export(meetingRef));
    expect(Object.keys(left)).toEqual([
      'meeting.json',
      'participants.csv',
      'summary.json',
      'summary.md',
    ]);
  });
});
