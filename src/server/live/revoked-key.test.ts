// What was opened with a key that is revoked meanwhile. Live words: routes/artifacts/stream-transcript.test.ts.
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { liveMeeting } from '../../../dev/world/service/live-meeting.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';
import { revokeApiKey } from '../../core/api-key/revoke-api-key.ts';

const world = await serverWorld();
const waitFor = vi.spyOn(world.held, 'waitFor');
const revoke = (key: string) => revokeApiKey(world.ctx, keyIdOf(key) ?? '');

const open = (path: string, key: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { headers: { authorization: `Bearer ${key}`, ...headers } });

/** Resolves when the service holds the call, which is answered later. */
async function isHeld(calls: number): Promise<void> {
  await vi.waitFor(() => expect(waitFor.mock.calls.length).toBeGreaterThan(calls), {
    timeout: 15_000,
  });
}

// Promise: 39
test('a held read is refused, and shows nothing of what changed', async () => {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'A' } });
  const path = `/v1/meetings/${String(json['meetingRef'])}`;
  const key = await world.key();
  const etag = String((await world.call('GET', path, { key })).headers.get('etag'));
  const calls = waitFor.mock.calls.length;
  const reply = open(path, key, { 'if-none-match': etag, prefer: 'wait=30' });
  await isHeld(calls);
  await revoke(key);
  await world.call('PATCH', path, { body: { title: 'Confidential' } });
  const { status, headers } = await reply;
  expect([status, headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('error="invalid_token"'),
  ]);
  expect(await (await reply).text()).not.toContain('Confidential');
});

// Promise: 145
test('live words that wait for the meeting to begin are refused', async () => {
  const meeting = await liveMeeting(world);
  const calls = waitFor.mock.calls.length;
  const reply = open(`/v1/meetings/${meeting.meetingRef}/transcript/live`, meeting.key, {
    prefer: 'wait=30',
  });
  await isHeld(calls);
  await revoke(meeting.key);
  await meeting.begin();
  expect((await reply).status).toBe(401);
});

// Promise: E8
test('an event stream ends before the next event, which it does not show', async () => {
  const tenant = randomUUID();
  const key = await world.key({ tenant });
  const stream = await open('/v1/events', key);
  await revoke(key);
  const other = await world.key({ tenant });
  const { json } = await world.call('POST', '/v1/meetings', { key: other, body: { title: 'A' } });
  await world.call('POST', `/v1/meetings/${String(json['meetingRef'])}/cancel`, { key: other });
  const text = await stream.text();
  expect(text).toContain('event: end\ndata: {"reason":"key_not_valid"}');
  expect(text).not.toContain(String(json['meetingRef']));
});
