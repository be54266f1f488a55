import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const create = (body: object) => world.call('POST', '/v1/meetings', { body });
const made = async (body: object) => (await create(body)).json as { meetingRef: string };
const read = (ref: string) => world.call('GET', `/v1/meetings/${ref}`);
const listed = async (query: string) => {
  const reply = await world.call('GET', `/v1/meetings?${query}`);
  expect(reply.status).toBe(200);
  return (reply.json['meetings'] as { title: string }[]).map(({ title }) => title);
};

describe('filters of the list', () => {
  // Promise: 102, 103
  test('by metadata, state, creation time, start and order; all of them apply', async () => {
    const batch = { batch: 'list' };
    const schedule = (day: number) => ({
      startAt: `2027-01-0${day}T10:00:00+01:00`,
      endAt: `2027-01-0${day}T11:00:00+01:00`,
      timezone: 'Europe/Berlin',
    });
    await made({ title: 'one', metadata: { ...batch, n: '1' }, schedule: schedule(1) });
    world.clock.advance(1);
    const two = await made({ title: 'two', metadata: { ...batch, n: '2' }, schedule: schedule(2) });
    const at = String((await read(two.meetingRef)).json['createdAt']);
    world.clock.advance(1);
    const three = await made({ title: 'three', metadata: batch });
    await world.call('POST', `/v1/meetings/${three.meetingRef}/cancel`);
    const own = 'metadata%5Bbatch%5D=list';
    expect(await listed(own)).toEqual(['three', 'two', 'one']);
    expect(await listed(`${own}&order=createdAt`)).toEqual(['one', 'two', 'three']);
    expect(await listed(`${own}&metadata[n]=2`)).toEqual(['two']);
    expect(await listed(`${own}&createdBefore=${at}`)).toEqual(['one']);
    expect(await listed(`${own}&createdAfter=${at}`)).toEqual(['three']);
    // Some clients send microseconds: what is not after such an instant is before it.
    const finer = at.replace('Z', '456Z');
    expect(await listed(`${own}&createdBefore=${finer}`)).toEqual(['two', 'one']);
    expect(await listed(`${own}&createdAfter=${finer}`)).toEqual(['three']);
    expect(await listed(`${own}&startAtFrom=2027-01-02T09:00:00Z`)).toEqual(['two']);
    expect(await listed(`${own}&startAtTo=2027-01-01T09:00:00Z`)).toEqual(['one']);
    expect(await listed(`${own}&meetingState=cancelled`)).toEqual(['three']);
    expect(await listed(`${own}&meetingState=cancelled&meetingState=created`)).toHaveLength(3);
    const page = await world.call('GET', `/v1/meetings?${own}&order=createdAt&pageSize=2`);
    const token = String(page.json['nextPageToken']);
    expect(await listed(`${own}&order=createdAt&pageSize=2&pageToken=${token}`)).toEqual(['three']);
    const other = await world.call('GET', `/v1/meetings?order=createdAt&pageToken=${token}`);
    expect(other.status).toBe(400);
  });

  // Promise: 102
  test('a metadata value with spaces and plus signs is found, encoded as a form or by percent signs', async () => {
    const metadata = { customer: 'Acme + Söhne', batch: 'spaces' };
    await made({ title: 'spaced', metadata });
    const pairs = Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value]);
    const asForm = new URLSearchParams(pairs).toString();
    expect(asForm).toContain('Acme+%2B+S');
    expect(await listed(asForm)).toEqual(['spaced']);
    expect(await listed(asForm.replaceAll('+', '%20'))).toEqual(['spaced']);
  });

  // Promise: 103
  test('a date-time may have the plus sign of its offset as it is', async () => {
    const startAt = '2027-02-01T10:00:00+01:00';
    const schedule = { startAt, endAt: '2027-02-01T11:00:00+01:00', timezone: 'Europe/Berlin' };
    await made({ title: 'planned', schedule });
    const escaped = startAt.replace('+', '%2B');
    expect(await listed(`startAtFrom=${startAt}&startAtTo=${escaped}`)).toEqual(['planned']);
  });

  // Promise: 102
  test('more than three keys, a key twice or a key that cannot be are 400', async () => {
    for (const query of [
      'metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1',
      'metadata[a]=1&metadata[a]=2',
      'metadata[a%20b]=1',
      'metadata[a]=%00',
      'metadata=1',
      'order=title',
    ])
      expect((await world.call('GET', `/v1/meetings?${query}`)).status).toBe(400);
  });
});

const MANY = 'many';
const MEETINGS = 10_000;
/** So many have the same created_at: the order among them must hold, too. */
const SAME_INSTANT = 30;
const PAGE = 100;
const CREATORS = 4;

/** Made as if over the last hours. */
async function tenThousandMeetings(): Promise<string[]> {
  const { rows } = await sql<{ meeting_ref: string }>`
    insert into meeting (meeting_ref, tenant, state, title, created_at, state_changed_at)
    select 'mtg_' || lpad(md5(n::text), 24, '0'), ${MANY}, 'created', 'Meeting ' || n, at, at
    from generate_series(1, ${MEETINGS}::int) n, lateral (
      select ${world.clock.now()}::timestamptz - interval '1 minute'
        - interval '1 second' * (n / ${SAME_INSTANT}::int) as at
    ) born
    returning meeting_ref`.execute(world.ctx.db);
  return rows.map((row) => row.meeting_ref);
}

/** Creates meetings, `CREATORS` at a time, until told to stop. */
function keepCreating(key: string): { made: string[]; stop(): Promise<void> } {
  const made: string[] = [];
  let going = true;
  const create = async (): Promise<void> => {
    while (going) {
      world.clock.advance(0.001);
      const { status, json } = await world.call('POST', '/v1/meetings', {
        key,
        body: { title: 'Newcomer' },
      });
      if (status !== 201) throw new Error(`${status} instead of 201`);
      made.push(String(json.meetingRef));
    }
  };
  const running = Promise.all(Array.from({ length: CREATORS }, create));
  return {
    made,
    stop: async () => {
      going = false;
      await running;
    },
  };
}

// Promise: E3
test('10,000 meetings listed page by page while others are created are all there, none twice', async () => {
  const known = await tenThousandMeetings();
  const key = await world.key({ tenant: MANY });
  const creating = keepCreating(key);
  const listed: string[] = [];
  let pageToken: unknown = '';
  for (
    let path = `/v1/meetings?pageSize=${PAGE}`;
    pageToken !== null;
    path = `/v1/meetings?pageSize=${PAGE}&pageToken=${pageToken}`
  ) {
    const { json } = await world.call('GET', path, { key });
    listed.push(
      ...(json.meetings as { meetingRef: string }[]).map((meeting) => meeting.meetingRef),
    );
    pageToken = json.nextPageToken;
  }
  await creating.stop();
  expect(creating.made.length).toBeGreaterThan(0);
  const counts = new Map(known.map((meetingRef) => [meetingRef, 0]));
  for (const meetingRef of listed) counts.set(meetingRef, (counts.get(meetingRef) ?? 0) + 1);
  for (const meetingRef of creating.made) if (!counts.has(meetingRef)) counts.set(meetingRef, 1);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  expect(counts.size).toBe(MEETINGS + creating.made.length);
});
