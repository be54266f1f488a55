// What happens in each hour just because time passes: a key expires, and a meeting that nobody joined is cancelled.
import { sql } from 'kysely';
import { SCOPES } from '../../contract/generated/lists.ts';
import { until } from '../../dev/world/until.ts';
import { createApiKey } from '../../src/core/api-key/create-api-key.ts';
import { notify } from '../../src/store/notify.ts';
import type { Db } from '../../src/store/schema.ts';
import type { Balancer } from './balancer.ts';
import { sent } from './live.ts';
import type { Inspector } from '../api/inspect-process.ts';

/** A meeting without a schedule waits seven times as long. */
export const NO_SHOW_SECONDS = 240;
const KEY_SECONDS = 1_800;
/** Separate from the tenants of the lives. */
const TENANT = 'idle';
const SEEN_WITHIN_MS = 30_000;

type Idle = { apiKey: string; path: string; secret: string };

/** A key, and with it a meeting with a link; all are over in half an hour. */
export async function beginIdle(db: Db, balancer: Balancer): Promise<Idle> {
  const clock = { now: () => new Date() };
  const expiresAt = new Date(Date.now() + KEY_SECONDS * 1000);
  const wish = { name: 'idle', tenant: TENANT, mode: 'test', expiresAt, scopes: SCOPES } as const;
  const { key: apiKey } = await createApiKey({ db, clock }, wish);
  const post = (path: string, body?: object) => {
    const request = { method: 'POST', path, status: 201, ...sent(apiKey, body) } as const;
    return balancer.call('of idle hours', request);
  };
  const made = await post('/v1/meetings', { title: 'Nobody comes' });
  const path = `/v1/meetings/${String(made['meetingRef'])}`;
  const link = await post(`${path}/guest-links`, { expiresAt: expiresAt.toISOString() });
  const secret = new URL(String(link['guestUrl'])).hash.slice('#k='.length);
  return { apiKey, path: `/guest/links/${String(link['guestLinkRef'])}/lobby`, secret };
}

/** Nothing is in progress and nothing is due, so time may leap without harming a meeting. */
export async function untilQuiet(db: Db): Promise<void> {
  await until('all due tasks', SEEN_WITHIN_MS, async () => {
    const { rows } = await sql<{ tasks: number }>`select count(*)::int as tasks from task
      where leased_by is not null or due_at <= public.clock_timestamp()`.execute(db);
    return rows[0]?.tasks === 0;
  });
}

/** Once the hour is over: the workers have seen it, and what was to end has ended. */
export async function endIdle(db: Db, balancer: Balancer, idle: Idle): Promise<void> {
  await until('retention, and the end of the meeting without people', SEEN_WITHIN_MS, async () => {
    // A runner without due tasks checks only every few seconds.
    await notify(db, { topic: 'task', ref: '' });
    const { rows } = await sql<{ due: number }>`select (
        select count(*) from task where kind = 'apply_retention' and due_at <= public.clock_timestamp()
      )::int + (
        select count(*) from meeting where tenant = ${TENANT} and state <> 'cancelled'
      )::int as due`.execute(db);
    return rows[0]?.due === 0;
  });
  const { apiKey, path, secret } = idle;
  const headers = { authorization: `Bearer ${apiKey}` };
  const list = { method: 'GET', path: '/v1/meetings', status: 401, headers } as const;
  // An api sees that its clock has leapt at the first call after it.
  await until('the end of the key', SEEN_WITHIN_MS, () =>
    balancer.call('of idle hours', list).then(
      () => true,
      () => undefined,
    ),
  );
  const lobby = { method: 'POST', path, status: 410, ...sent('', { secret }) } as const;
  await balancer.call('of idle hours', lobby);
}

// Makes time leap, for the database and every process: what a service does over hours is seen in minutes.

/** Call it before the processes connect: connections of then on see the time as it has been moved. */
export async function makeLeapable(db: Db): Promise<void> {
  await sql`create table bench_leap as select interval '0' as ahead`.execute(db);
  await sql`create function public.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + ahead from public.bench_leap'`.execute(db);
  // PostgreSQL's own functions come first unless the path says otherwise.
  await sql`alter role current_user set search_path = public, pg_catalog`.execute(db);
}

/** The wall clocks of the database, this process and the inspected ones; monotonic clocks are unaffected. */
export async function leap(
  db: Db,
  inspectors: readonly Inspector[],
  milliseconds: number,
): Promise<void> {
  // First: the processes look at it as soon as their own clock has moved.
  await sql`update bench_leap set ahead = ahead + ${milliseconds} * interval '1 ms'`.execute(db);
  const expression = `(${moveWallClock.toString()})(${milliseconds})`;
  await Promise.all(inspectors.map((one) => one.call('Runtime.evaluate', { expression })));
  moveWallClock(milliseconds);
}

/** Also runs in other processes, as source text: it may not use anything from outside. */
function moveWallClock(milliseconds: number): void {
  const world = globalThis as { leapt?: { ms: number } };
  if (world.leapt) {
    world.leapt.ms += milliseconds;
    return;
  }
  const leapt = { ms: milliseconds };
  world.leapt = leapt;
  const Before = Date;
  globalThis.Date = class extends Before {
    constructor(...given: [string]) {
      if (given.length > 0) super(...given);
      else super(Before.now() + leapt.ms);
    }
    static override now(): number {
      return Before.now() + leapt.ms;
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  } as DateConstructor;
}
