import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { EventSource, type ErrorEvent } from 'eventsource';
import { afterEach, describe, expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { until } from '../../../dev/world/until.ts';
import { revokeApiKey } from '../../core/api-key/revoke-api-key.ts';
import { eventStream } from './stream-events.ts';
import { MAX_HELD_READS } from '../rates/rate-limits.ts';

const world = await serverWorld();
const TYPES = ['meeting.state_changed', 'transcript.available', 'summary.available', 'end'];

type Got = {
  id: string;
  type: string;
  data: { type?: string; data?: { meetingRef: string }; reason?: string };
};

const open: EventSource[] = [];
afterEach(() => open.splice(0).forEach((source) => source.close()));

/** A tenant of its own for each test, with a key of every scope. */
async function newTenant(): Promise<{ tenant: string; key: string }> {
  const tenant = randomUUID();
  return { tenant, key: await world.key({ tenant }) };
}

/** The official client of the standard; the browser's has no headers of its own, this one takes a fetch. */
async function listen(
  key: string,
  lastEventId?: string,
): Promise<{ source: EventSource; got: Got[]; errors: ErrorEvent[] }> {
  const [got, errors]: [Got[], ErrorEvent[]] = [[], []];
  const source = new EventSource(`${world.url}/v1/events`, {
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: {
          ...init.headers,
          authorization: `Bearer ${key}`,
          ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        },
      }),
  });
  open.push(source);
  for (const type of TYPES)
    source.addEventListener(type, (event) =>
      got.push({ id: event.lastEventId, type, data: JSON.parse(event.data) }),
    );
  source.addEventListener('error', (event) => errors.push(event));
  await until(
    'the stream is open or refused',
    10_000,
    () => source.readyState === source.OPEN || errors.length > 0,
  );
  return { source, got, errors };
}

async function cancelled(key: string): Promise<string> {
  const { json } = await world.call('POST', '/v1/meetings', { key, body: { title: 'Cancelled' } });
  await world.call('POST', `/v1/meetings/${json['meetingRef']}/cancel`, { key });
  return String(json['meetingRef']);
}

const get = (key: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${world.url}/v1/events`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

async function problem(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code];
}

describe('200', () => {
  // Promise: E8
  test('an EventSource gets every event from now on, in order, in the form that webhooks have', async () => {
    const { key } = await newTenant();
    await cancelled(key);
    const { got } = await listen(key);
    const meetingRef = await cancelled(key);
    await until('three events', 10_000, () => got.length === 3);
    const expected = (type: string, id: string) => ({
      id,
      type,
      data: {
        type,
        eventRef: expect.any(String),
        timestamp: expect.any(String),
        data: { meetingRef, meetingState: 'cancelled' },
      },
    });
    expect(got).toEqual([
      expected('meeting.state_changed', '4'),
      expected('transcript.available', '5'),
      expected('summary.available', '6'),
    ]);
  });

  // Promise: E8
  test('an EventSource that lost its connection resumes after the last event, without gap or repetition', async () => {
    const { key } = await newTenant();
    const { source, got } = await listen(key);
    const first = await cancelled(key);
    await until('the first three', 10_000, () => got.length === 3);
    const last = got.at(-1)?.id ?? '';
    source.close();
    const second = await cancelled(key);
    const resumed = await listen(key, last);
    const third = await cancelled(key);
    await until('six more', 10_000, () => resumed.got.length === 6);
    expect([...got, ...resumed.got].map(({ id }) => Number(id))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect([...got, ...resumed.got].map(({ data }) => data.data?.meetingRef)).toEqual(
      [first, second, third].flatMap((ref) => [ref, ref, ref]),
    );
  });

  test('the stream begins with an id, so that a reader who got no event yet loses none', async () => {
    const { key } = await newTenant();
    await cancelled(key);
    const stop = new AbortController();
    const response = await get(key, {}, { signal: stop.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    stop.abort();
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(new TextDecoder().decode(value)).toBe('retry: 2000\nid: 3\n\n');
  });

  test('0 reads the log from its beginning', async () => {
    const { key } = await newTenant();
    await cancelled(key);
    const { got } = await listen(key, '0');
    await until('the log', 10_000, () => got.length === 3);
  });

  test('events of other tenants are not sent', async () => {
    const [ours, theirs] = [await newTenant(), await newTenant()];
    const { got } = await listen(ours.key);
    await cancelled(theirs.key);
    const own = await cancelled(ours.key);
    await until('our three', 10_000, () => got.length === 3);
    expect(new Set(got.map(({ data }) => data.data?.meetingRef))).toEqual(new Set([own]));
  });

  test('a burst of many events arrives whole', async () => {
    const { key, tenant } = await newTenant();
    const { got } = await listen(key);
    const at = world.clock.now();
    const row = {
      tenant,
      type: 'meeting.state_changed' as const,
      meeting_ref: 'mtg_x',
      meeting_state: 'ended' as const,
      created_at: at,
    };
    const rows = Array.from({ length: 1_000 }, (_, i) => ({
      ...row,
      event_ref: randomUUID(),
      position: i + 1,
    }));
    await world.ctx.db.insertInto('event').values(rows).execute();
    await world.ctx.db.insertInto('event_position').values({ tenant, last: 1_000 }).execute();
    await until('all', 20_000, () => got.length === 1_000);
    expect(got.map(({ id }) => Number(id))).toEqual(rows.map(({ position }) => position));
  });

  test('HEAD has the headers and ends at once', async () => {
    const { key } = await newTenant();
    const { status, headers } = await get(key, {}, { method: 'HEAD' });
    const told = [headers.get('content-type'), headers.get('content-length')];
    expect([status, ...told]).toEqual([200, 'text/event-stream', null]);
    expect(headers.get('x-accel-buffering')).toBe('no');
  });
});

describe('refusals', () => {
  test('400 for an id that the stream never sends', async () => {
    const { key } = await newTenant();
    const refused = await get(key, { 'last-event-id': 'evt_1' });
    const { code, detail } = await refused.json();
    expect([refused.status, code]).toEqual([400, 'malformed_request']);
    expect(detail).toContain('Send as Last-Event-ID the id of the last event');
  });

  // Promise: events_expired
  test('410 when events after the id are no longer kept, so that an EventSource does not reconnect', async () => {
    const { key, tenant } = await newTenant();
    await cancelled(key);
    await world.ctx.db
      .deleteFrom('event')
      .where('tenant', '=', tenant)
      .where('position', '<=', 2)
      .execute();
    expect(await problem(await get(key, { 'last-event-id': '1' }))).toEqual([
      410,
      'events_expired',
    ]);
    const { source, errors } = await listen(key, '1');
    expect([errors[0]?.code, source.readyState]).toEqual([410, source.CLOSED]);
  });

  test('429 for one stream too many; it counts among the long polls of the key, and closed ones do not', async () => {
    const { key } = await newTenant();
    const stops = Array.from({ length: MAX_HELD_READS }, () => new AbortController());
    for (const { signal } of stops) expect((await get(key, {}, { signal })).status).toBe(200);
    const refused = await get(key);
    expect([refused.headers.get('retry-after'), ...(await problem(refused))]).toEqual([
      '5',
      429,
      'rate_limited',
    ]);
    stops.forEach((stop) => stop.abort());
    const stop = new AbortController();
    await until(
      'places are free again',
      10_000,
      async () => (await get(key, {}, { signal: stop.signal })).status === 200,
    );
    stop.abort();
  });
});

// A shutdown: http/shutdown.test.ts. A reader that never reads: live/live-readers.test.ts.
test('a revoked key ends its streams at the next ping; those of others continue', async () => {
  const [gone, stays] = [await newTenant(), await newTenant()];
  const actors = await Promise.all([gone, stays].map(({ key }) => world.keys.verify(key)));
  const [texts, streams]: [string[], Readable[]] = [['', ''], []];
  for (const [i, actor] of actors.entries()) {
    if (!actor) throw new Error('a key is not valid');
    const stream = eventStream(
      { core: world.ctx, eventTail: world.eventTail } as Parameters<typeof eventStream>[0],
      { actor, position: 0 },
      { pingMs: 50, slowMs: 30_000 },
    );
    stream.on('data', (chunk) => (texts[i] += String(chunk)));
    streams.push(stream);
  }
  await until('a ping', 15_000, () => texts.every((text) => text.includes(': ping\n\n')));
  await revokeApiKey(world.ctx, actors[0]?.keyId ?? '');
  await until('the end', 15_000, () =>
    texts[0]?.endsWith('event: end\ndata: {"reason":"key_not_valid"}\n\n'),
  );
  expect(texts[1]).not.toContain('end');
  streams.forEach((stream) => stream.destroy());
});
