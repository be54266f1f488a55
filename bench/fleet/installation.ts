// One PostgreSQL with past meetings, one worker, and as many api processes as requested.
import { sql } from 'kysely';
import { freePorts } from '../../dev/world/free-ports.ts';
import { fillLargeTables } from '../../dev/world/service/large-database.ts';
import { clearAway, type Parley, startParley } from '../../dev/world/service/start-parley.ts';
import { temporaryPostgres } from '../../dev/world/service/temporary-postgres.ts';
import { migrate, openStore } from '../../src/store/open-store.ts';
import type { Db } from '../../src/store/schema.ts';
import { inspectProcess } from '../api/inspect-process.ts';
import { newKeys } from '../api/new-keys.ts';
import { NO_SHOW_SECONDS } from './idle-hour.ts';
import { makeLeapable } from './leap.ts';
import type { Tenant } from './told.ts';

export type Installation = Awaited<ReturnType<typeof install>>;

/** Each process may hold 20 connections and one that listens. */
const DATABASE = { max_connections: '150', shared_buffers: '256MB' };
const SETTINGS = {
  PARLEY_SPEECH: 'off',
  PARLEY_RATE_READ_PER_MINUTE: '0',
  PARLEY_RATE_WRITE_PER_MINUTE: '0',
  PARLEY_RATE_GUEST_PER_MINUTE: '0',
  PARLEY_WEBHOOK_ALLOW_PRIVATE: '1',
  // A meeting that its guests left is over as soon as one that its owner ended.
  PARLEY_EMPTY_ROOM_SECONDS: '1',
  // Otherwise the worker would first delete the events of the past.
  PARLEY_KEEP_EVENTS_DAYS: '0',
  PARLEY_PUBLIC_URL: 'http://fleet.test',
};
/** For hours: calls are counted, each guest's by address, but none is refused. */
const OVER_HOURS = {
  PARLEY_RATE_READ_PER_MINUTE: '1000000',
  PARLEY_RATE_WRITE_PER_MINUTE: '1000000',
  PARLEY_RATE_GUEST_PER_MINUTE: '1000000',
  PARLEY_TRUSTED_PROXIES: '127.0.0.1',
  PARLEY_NO_SHOW_SECONDS: String(NO_SHOW_SECONDS),
};
const TENANTS = 8;

/**
 * `media`: the settings of the media server. `stored`: meetings of the past, which are all over. `hours`: time is to
 * leap.
 */
export async function install(media: Record<string, string>, stored: number, hours: number) {
  const postgres = await temporaryPostgres(DATABASE);
  const db = openStore(postgres.url, 4);
  await migrate(db);
  await fillLargeTables(postgres.url, stored);
  await sql`update meeting set state = 'ended' where state <> 'ended'`.execute(db);
  await sql`delete from task`.execute(db);
  if (hours > 0) await makeLeapable(db);
  const env = {
    ...SETTINGS,
    ...(hours > 0 && OVER_HOURS),
    ...media,
    DATABASE_URL: postgres.url,
  };
  const start = (role: string) => startInspectable({ ...env, PARLEY_ROLE: role });
  const apis = [await start('api')];
  const worker = await start('worker');
  return {
    db,
    databasePid: postgres.pid,
    worker,
    /** Those that run. */
    apis,
    urls: () => apis.map(({ env }) => `http://127.0.0.1:${env['PARLEY_PORT']}`),
    tenants: await Promise.all(Array.from({ length: TENANTS }, (_, n) => newTenant(db, n))),
    /** Starts or stops api processes until there are this many. */
    haveApis: async (count: number): Promise<void> => {
      while (apis.length < count) apis.push(await start('api'));
      await Promise.all(apis.splice(count).map(end));
    },
    stop: async (): Promise<void> => {
      await Promise.all([...apis, worker].map(clearAway));
      await db.destroy();
      await postgres.stop();
    },
  };
}

/** The inspector listens only on request. */
async function startInspectable(env: Record<string, string>) {
  const [port = 0] = await freePorts(1);
  const inspectPort = { NODE_OPTIONS: `--inspect-port=${port}` };
  const parley = await startParley({ env: { ...env, ...inspectPort } });
  return { ...parley, inspect: () => inspectProcess(parley.pid, port) };
}

async function end(parley: Parley): Promise<void> {
  await parley.stop();
  await clearAway(parley);
}

async function newTenant(db: Db, n: number): Promise<Tenant> {
  const tenant = `fleet${n}`;
  const [apiKey = ''] = await newKeys(db, [tenant]);
  return { tenant, apiKey };
}
