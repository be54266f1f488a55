import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { EventSource, type ErrorEvent } from 'eventsource';
import { afterEach, describe, expect, test } from 'vitest';
import { serverWorld, type ServerWorld } from '../../../dev/world/service/server-world.ts';
import { until } from '../../../dev/world/until.ts';
import { revokeApiKey } from '../../core/api-key/revoke-api-key.ts';
import { eventStream } from '../live/event-stream.ts';
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

async function problem(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code];
}

function serverOf({ ctx, keys, held, eventTail }: ServerWorld): Parameters<typeof eventStream>[0] {
  return { core: ctx, apiKeys: keys, held, eventTail } as Parameters<typeof eventStream>[0];
}

describe('refusals', () => {
  test('400 for an id that the stream never sends', async () => {
    const { key } = await newTenant();
    const refused = await get(key, { 'last-event-id': 'evt_1' });
    const { code, detail } = await refused.json();
    expect([refused.status, code]).toEqual([400, 'malformed_request']);
    expect(detail).toContain('Send as Last-Event-ID the id of the last event');
    expect(
      await problem(
        await fetch(`${world.url}/v1/events?after=1`, {
          headers: { authorization: `Bearer ${key}` },
        }),
      ),
    ).toEqual([400, 'unknown_parameter']);
  });

  test('401 without a key, 403 without the scope, 406 for another media type', async () => {
    const { key } = await newTenant();
    expect((await fetch(`${world.url}/v1/events`)).status).toBe(401);
    expect(await problem(await get(await world.key({ scopes: ['webhooks:read'] })))).toEqual([
      403,
      'insufficient_scope',
    ]);
    expect(await problem(await get(key, { accept: 'application/json' }))).toEqual([
      406,
      'not_acceptable',
    ]);
    expect(await (await get(key, { accept: 'application/json' })).json()).toMatchObject({
      detail: 'Accept one of: text/event-stream.',
    });
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
    const { source, errors } = await listen(key, world, '1');
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

describe('the end', () => {
  test('a shutdown ends every stream quickly, with a final event', async () => {
    const other = await serverWorld();
    const { key } = await newTenant(other);
    const { got } = await listen(key, other);
    const began = performance.now();
    await other.close();
    expect(performance.now() - began).toBeLessThan(3_000);
    await until('the last word', 5_000, () => got.length > 0);
    expect(got).toMatchObject([{ type: 'end', data: { reason: 'shutting_down' } }]);
  });

  test('a key that is revoked ends its streams at the next ping; others go on with pings', async () => {
    const [gone, stays] = [await newTenant(), await newTenant()];
    const actors = await Promise.all([gone, stays].map(({ key }) => world.keys.verify(key)));
    const [texts, streams]: [string[], Readable[]] = [['', ''], []];
    for (const [i, actor] of actors.entries()) {
      if (!actor) throw new Error('a key is not valid');
      const stream = eventStream(
        { ...serverOf(world) },
        { actor, position: 0 },
        { pingMs: 50, slowMs: 30_000 },
      );
      stream.on('data', (chunk) => (texts[i] += String(chunk)));
      streams.push(stream);
    }
    await until('a ping', 5_000, () => texts.every((text) => text.includes(': ping\n\n')));
    await revokeApiKey(world.ctx, actors[0]?.keyId ?? '');
    await until('the end', 5_000, () =>
      texts[0]?.endsWith('event: end\ndata: {"reason":"key_not_valid"}\n\n'),
    );
    expect(texts[1]).not.toContain('end');
    streams.forEach((stream) => stream.destroy());
  });

  test('a reader that never reads has a bounded buffer and is dropped with a final event', async () => {
    const { tenant, key } = await newTenant();
    const row = {
      tenant,
      type: 'meeting.state_changed' as const,
      meeting_ref: 'mtg_x',
      meeting_state: 'ended' as const,
      created_at: new Date(),
    };
    const rows = Array.from({ length: 2_000 }, (_, i) => ({
      ...row,
      event_ref: randomUUID(),
      position: i + 1,
    }));
    await world.ctx.db.insertInto('event').values(rows).execute();
    await world.ctx.db.insertInto('event_position').values({ tenant, last: 2_000 }).execute();
    const actor = await world.keys.verify(key);
    if (!actor) throw new Error('the key is not valid');
    const stream = eventStream(
      serverOf(world),
      { actor, position: 0 },
      { pingMs: 15_000, slowMs: 300 },
    );
    let most = 0;
    await until('it ends', 10_000, () => {
      most = Math.max(most, stream.readableLength);
      return stream.destroyed || stream.readableEnded || most > 64 * 1024;
    });
    await until('it is dropped', 10_000, () => stream.destroyed);
    expect(most).toBeLessThan(100 * 1024);
  });
});
