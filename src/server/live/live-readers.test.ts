import { expect, test, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import { liveMeeting } from '../../../dev/world/service/live-meeting.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { until } from '../../../dev/world/until.ts';
import { openLiveWords } from '../../core/live-words/live-notices.ts';
import { readLiveWords } from '../../core/live-words/read-live-words.ts';
import { MAX_HELD_READS } from '../rates/rate-limits.ts';
import { transcriptStream } from './transcript-stream.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';
import { revokeApiKey } from '../../core/api-key/revoke-api-key.ts';

const world = await serverWorld();

type Server = Parameters<typeof transcriptStream>[0];

test('readers woken by the same words cause one database read', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await meeting.track();
  const actor = await world.keys.verify(meeting.key);
  if (!actor) throw new Error('the key is not valid');
  let queries = 0;
  const db = world.ctx.db.withPlugin({
    transformQuery: ({ node }) => ((queries += 1), node),
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const core = { ...world.ctx, db };
  const { meetingRef } = meeting;
  await readLiveWords(core, { actor, meetingRef, position: 0, limit: 1 });
  const ofOneRead = queries;
  const server = { core, liveWords: openLiveWords(world.ctx) } as Server;
  const texts = Array.from({ length: 10 }, () => {
    const reader = { actor, meetingRef, position: 0, withInterim: false };
    const stream = transcriptStream(server, reader);
    const told = { stream, text: '' };
    stream.on('data', (chunk) => (told.text += String(chunk)));
    return told;
  });
  await until('everybody has read', 10_000, () => queries === ofOneRead * 11);
  await meeting.say(1, 'Hello.');
  server.liveWords.wake(meetingRef);
  await until('everybody has the words', 10_000, () =>
    texts.every(({ text }) => text.includes('Hello.')),
  );
  // Those who follow look again every 5 s, together.
  expect(queries - ofOneRead * 11).toBeLessThanOrEqual(2 * ofOneRead);
  for (const { stream } of texts) stream.destroy();
});

// Promise: 145
test('a reader whose key expires is told so at the next ping', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  const expiresAt = new Date(world.clock.now().getTime() + 60_000);
  const actor = await world.keys.verify(await world.key({ tenant: meeting.tenant, expiresAt }));
  if (!actor) throw new Error('the key is not valid');
  const server = { core: world.ctx, liveWords: openLiveWords(world.ctx) } as Server;
  const reader = { actor, meetingRef: meeting.meetingRef, position: 0, withInterim: false };
  const stream = transcriptStream(server, reader, { pingMs: 50, slowMs: 30_000 });
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  await until('a ping', 10_000, () => text.includes(': ping'));
  expect(text).not.toContain('event: end');
  world.clock.advance(60);
  await until('the end', 10_000, () => stream.readableEnded);
  expect(text).toContain('"reason":"key_not_valid"');
});

// Promise: 144
test('a reader of live words that never reads has a bounded buffer, and is told to start again', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await meeting.track();
  for (let second = 0; second < 120; second++) await meeting.say(second, 'word '.repeat(400));
  const actor = await world.keys.verify(meeting.key);
  if (!actor) throw new Error('the key is not valid');
  const server = { core: world.ctx, liveWords: openLiveWords(world.ctx) } as Server;
  const stream = transcriptStream(
    server,
    { actor, meetingRef: meeting.meetingRef, position: 0, withInterim: false },
    { pingMs: 15_000, slowMs: 300 },
  );
  await until('the buffer is full', 10_000, () => stream.readableLength > 64 * 1024);
  const most = stream.readableLength;
  let text = '';
  await until('no more is read', 10_000, () => stream.readableLength > most);
  stream.on('data', (chunk) => (text += String(chunk)));
  await until('the end', 10_000, () => stream.readableEnded);
  expect(text.endsWith('event: resync\ndata: {}\n\n')).toBe(true);
  // What is read at once, and no more; far below the bound of 1 MiB.
  expect(text.length).toBeLessThan(512 * 1024);
  expect(text.match(/^event: segment$/gm)).toHaveLength(100);
});

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
test('a read held with a key that is revoked is refused, and shows nothing of what changed', async () => {
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
test('a live transcript that waits for the meeting to begin is refused if its key is revoked', async () => {
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
test('an event stream whose key is revoked ends before the next event, which it does not show', async () => {
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

// Promise: 43, 141
test('live words that have begun can be read beside the 20 held reads of the key', async () => {
  const { key, meetingRef, begin } = await liveMeeting(world);
  await begin();
  const path = `/v1/meetings/${meetingRef}`;
  const etag = (await world.call('GET', path, { key })).headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag, prefer: 'wait=30', authorization: `Bearer ${key}` };
  const hangUp = new AbortController();
  // One more than may wait: the others are held, so the first answer is the refusal of one of them.
  const reads = Array.from({ length: MAX_HELD_READS + 1 }, () =>
    fetch(world.url + path, { headers, signal: hangUp.signal }),
  );
  const answers = Promise.allSettled(reads);
  const { status: refused } = await Promise.race(reads);
  const live = await fetch(`${world.url}${path}/transcript/live`, { method: 'HEAD', headers });
  const unknown = await world.call('GET', '/v1/meetings/mtg_x/transcript/live', { key, headers });
  hangUp.abort();
  await answers;
  expect([refused, live.status, unknown.status]).toEqual([429, 200, 404]);
});
