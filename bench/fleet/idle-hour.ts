// What happens in each hour just because time passes: a key expires, and a meeting that nobody joined is cancelled.
import { sql } from 'kysely';
import { SCOPES } from '../../contract/generated/lists.ts';
import { until } from '../../dev/world/until.ts';
import { createApiKey } from '../../src/core/api-key/create-api-key.ts';
import { notify } from '../../src/store/notify.ts';
import type { Db } from '../../src/store/schema.ts';
import type { Balancer } from './balancer.ts';
import { sent } from './live.ts';

/** A meeting without a schedule waits seven times as long. */
export const NO_SHOW_SECONDS = 240;
const KEY_SECONDS = 1_800;
/** Separate from the tenants of the lives. */
const TENANT = 'idle';
const SEEN_WITHIN_MS = 30_000;

export type Idle = { apiKey: string; path: string; secret: string };

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
