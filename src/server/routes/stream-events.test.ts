import { randomUUID } from 'node:crypto';
import { EventSource, type ErrorEvent } from 'eventsource';
import { afterEach, describe, expect, test } from 'vitest';
import { serverWorld, type ServerWorld } from '../../../dev/world/service/server-world.ts';
import { until } from '../../../dev/world/until.ts';

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
async function newTenant(of: ServerWorld = world): Promise<{ tenant: string; key: string }> {
  const tenant = randomUUID();
  return { tenant, key: await of.key({ tenant }) };
}

/** The official client of the standard; the browser's has no headers of its own, this one takes a fetch. */
async function listen(
  key: string,
  of: ServerWorld = world,
  lastEventId?: string,
): Promise<{ source: EventSource; got: Got[]; errors: ErrorEvent[] }> {
  const [got, errors]: [Got[], ErrorEvent[]] = [[], []];
  const source = new EventSource(`${of.url}/v1/events`, {
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

async function cancelled(key: string, of: ServerWorld = world): Promise<string> {
  const { json } = await of.call('POST', '/v1/meetings', { key, body: { title: 'Cancelled' } });
  await of.call('POST', `/v1/meetings/${json['meetingRef']}/cancel`, { key });
  return String(json['meetingRef']);
}

const get = (key: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${world.url}/v1/events`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

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
    const resumed = await listen(key, world, last);
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
    const { got } = await listen(key, world, '0');
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
    const response = await get(key, {}, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/event-stream',
      '',
    ]);
  });
});
