import pg from 'pg';
import { Pool } from 'undici';
import { migrate, openStore } from '../../src/store/open-store.ts';
import { clearAway, type Parley, startParley } from '../../dev/world/service/start-parley.ts';
import { temporaryPostgres } from '../../dev/world/service/temporary-postgres.ts';
import { nextMessage, startChild } from './ask-child.ts';
import { newKeys } from './new-keys.ts';
import type { Runner } from './race.ts';
import { requestOf, send } from './requests.ts';

const MEETINGS = 400;
// Limits are off, so that the figures are those of the work itself.
const SETTINGS = {
  PARLEY_SPEECH: 'off',
  PARLEY_RATE_READ_PER_MINUTE: '0',
  PARLEY_RATE_WRITE_PER_MINUTE: '0',
  PARLEY_RATE_AUTH_FAILURES_PER_MINUTE: '0',
};

export type Address = { url: string; apiKey: string; pid: number };
export type Servers = {
  /** The whole product on its own database called `name`. */
  startService(
    name: string,
    env: Record<string, string>,
  ): Promise<{ service: Parley; databaseUrl: string }>;
  /** A floor, on a database with the same schema. Returns its address and a key that it knows. */
  startFloor(script: 'floor' | 'repeating-floor'): Promise<Address>;
  stop(): Promise<void>;
};

/** One PostgreSQL for all sides. */
export async function openServers(): Promise<Servers> {
  const postgres = await temporaryPostgres();
  const stops = [() => postgres.stop()];
  const database = async (name: string): Promise<string> => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    startService: async (name, env) => {
      const databaseUrl = await database(name);
      const service = await startParley({
        env: { ...SETTINGS, DATABASE_URL: databaseUrl, ...env },
      });
      stops.push(() => clearAway(service));
      return { service, databaseUrl };
    },
    startFloor: async (script) => {
      const databaseUrl = await database(script.replace('-', '_'));
      const db = openStore(databaseUrl);
      await migrate(db);
      const [apiKey = ''] = await newKeys(db, ['acme']);
      await db.destroy();
      const child = startChild(`${script}.ts`, databaseUrl);
      stops.push(async () => void child.kill());
      const { port } = await nextMessage<{ port: number }>(child);
      return { url: `http://127.0.0.1:${port}`, apiKey, pid: child.pid ?? 0 };
    },
    stop: async () => {
      for (const stop of stops.toReversed()) await stop();
    },
  };
}

/** With meetings to read and to invite to. */
export async function withMeetings({ url, apiKey, pid }: Address): Promise<Runner> {
  // Only data: it is sent to another process.
  return { url, apiKey, pid, meetingRefs: await createMeetings({ url, apiKey }, MEETINGS) };
}

/** Returns their refs. */
export async function createMeetings(
  { url, apiKey }: Pick<Address, 'url' | 'apiKey'>,
  count: number,
): Promise<string[]> {
  const client = new Pool(url, { connections: 8 });
  const create = async (_: unknown, n: number): Promise<string> => {
    const made = await send(client, requestOf('create a meeting', { apiKey, meetingRefs: [] }, n));
    return (JSON.parse(made) as { meetingRef: string }).meetingRef;
  };
  const meetingRefs = await Promise.all(Array.from({ length: count }, create));
  await client.close();
  return meetingRefs;
}
