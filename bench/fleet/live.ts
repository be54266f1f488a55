import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Answer, Balancer } from './balancer.ts';
import type { MediaServer } from './media-server.ts';
import type { Told } from './told.ts';
import { until } from '../../dev/world/until.ts';
import type { Db } from '../../src/store/schema.ts';

export type World = { balancer: Balancer; media: MediaServer; told: Told };
/** How long guests stay. */
export type Stay = () => Promise<unknown>;
type Life = { apiKey: string; stay: Stay; endedBy: 'guests' | 'owner' };

const GUESTS = ['Ana', 'Ben'];

/**
 * The whole life of a meeting: it is created, two guests join through its link, stay, and leave, or its owner ends it.
 * When the owner is notified that it is over, they read its results.
 */
export async function live(world: World, { apiKey, stay, endedBy }: Life): Promise<void> {
  const { balancer, media, told } = world;
  const post = (name: string, path: string, status: number, body?: object) =>
    balancer.call(name, { method: 'POST', path, status, ...sent(apiKey, body) });
  const read = async (name: string, path: string, field: string, expected: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await balancer.call(name, { method: 'GET', path, status: 200, headers });
    if (answer[field] !== expected) throw new Error(`${path}: ${field} is not ${expected}`);
  };
  const made = await post('create meeting', '/v1/meetings', 201, { title: 'Design review' });
  const meetingRef = String(made['meetingRef']);
  const path = `/v1/meetings/${meetingRef}`;
  const link = await post('create guest link', `${path}/guest-links`, 201);
  const people = await Promise.all(GUESTS.map((name) => enter(world, link, name)));
  await read('read running meeting', path, 'meetingState', 'in_progress');
  await stay();
  const started = performance.now();
  await Promise.all([
    told.theEndOf(meetingRef),
    ...(endedBy === 'owner'
      ? [post('end meeting', `${path}/end`, 200)]
      : people.map((person) => media.leave(meetingRef, person))),
  ]);
  balancer.note(`from the end by ${endedBy} to its last event`, started);
  await read('read ended meeting', path, 'meetingState', 'ended');
  await read('read transcript', `${path}/transcript`, 'result', 'empty');
  await read('read summary', `${path}/summary`, 'result', 'empty');
}

/** As the guest's page does it; the participantRef. */
async function enter({ balancer, media }: World, link: Answer, name: string): Promise<string> {
  const secret = new URL(String(link['guestUrl'])).hash.slice('#k='.length);
  const post = (call: string, path: string, body: object) =>
    balancer.call(call, { method: 'POST', path: `/guest/${path}`, status: 200, ...sent('', body) });
  const page = `links/${String(link['guestLinkRef'])}`;
  await post('open lobby', `${page}/lobby`, { secret });
  const admission = await post('join', `${page}/join`, { secret, displayName: name });
  const { participantRef, participantSecret, mediaToken } = admission;
  const person = `participants/${String(participantRef)}`;
  await Promise.all([
    media.join(String(mediaToken)),
    post('connected', `${person}/connected`, { participantSecret }),
  ]);
  return String(participantRef);
}

/** The headers and the body of a POST; guests have no key, but an address of their own. */
export function sent(apiKey: string, body?: object) {
  const headers = {
    ...(apiKey
      ? { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() }
      : { 'x-forwarded-for': randomAddress() }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return { headers, ...(body && { body: JSON.stringify(body) }) };
}

const randomAddress = (): string => [10, 0, 0, 0].map((part) => part || randomInt(256)).join('.');

/** The events of a meeting that was held and ended once. */
const STORY =
  'ended 1, ending 1, in_progress 1, participant.admitted 2, participant.joined 2, participant.left 2, ' +
  'summary.available 1, transcript.available 1';

const DELIVERED_WITHIN_MS = 60_000;

/** Describes what is wrong. Waits for webhooks in transit. */
export async function faultsOfLives(
  { db, media, told }: { db: Db; media: MediaServer; told: Told },
  meetings: number,
): Promise<string[]> {
  const isDelivered = (): boolean => told.deliveries.size >= meetings;
  await until('every webhook', DELIVERED_WITHIN_MS, isDelivered).catch(() => {});
  const faults = [...media.faults, ...told.faults];
  const lives = await sql<{ state: string; version: number; story: string; meetings: number }>`
    with told as (
      select meeting_ref, string_agg(what || ' ' || times, ', ' order by what) as story from (
        select meeting_ref, count(*) as times,
          case type when 'meeting.state_changed' then meeting_state else type end as what
        from event where tenant like 'fleet%' group by meeting_ref, what
      ) counted group by meeting_ref
    )
    select state, version, story, count(*)::int as meetings from meeting left join told using (meeting_ref)
    where tenant like 'fleet%' group by state, version, story`.execute(db);
  for (const { state, version, story, meetings: count } of lives.rows)
    if (state !== 'ended' || version !== 4 || story !== STORY)
      faults.push(`${count} meetings are ${state}, version ${version}: ${story}`);
  const found = lives.rows.reduce((sum, row) => sum + row.meetings, 0);
  if (found !== meetings) faults.push(`${found} meetings instead of ${meetings}`);
  const tasks = await sql<{ kind: string; ref: string }>`select kind, ref from task
    where kind <> 'apply_retention'`.execute(db);
  for (const { kind, ref } of tasks.rows) faults.push(`a task is left: ${kind} of ${ref}`);
  const positions = await sql<{ tenant: string; last: number; events: number }>`
    select tenant, last, (select count(*)::int from event where event.tenant = event_position.tenant) as events
    from event_position where tenant like 'fleet%'`.execute(db);
  for (const { tenant, last, events } of positions.rows)
    if (last !== events || told.lastIds.get(tenant) !== last)
      faults.push(`${tenant}: ${events} events to ${last}, read to ${told.lastIds.get(tenant)}`);
  if (media.rooms.size > 0) faults.push(`${media.rooms.size} rooms are left`);
  const once = [...told.deliveries.values()].filter((times) => times === 1).length;
  if (once !== meetings) faults.push(`${once} of ${meetings} meetings had one webhook`);
  return faults;
}
