// Resources used without calls: idle, then with meetings that wait, with webhooks, and with held reads.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { silentLog } from '../dev/world/clock-and-log.ts';
import { descendants, memoryOf } from '../dev/world/process-memory.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import { pidsOf } from '../dev/world/speech/voices.ts';
import { connectEmbeddedPostgres } from '../src/adapters/embedded/postgres.ts';
import { openStore } from '../src/store/open-store.ts';
import { ask, startChild } from './api/ask-child.ts';
import { newKeys } from './api/new-keys.ts';
import { send } from './api/requests.ts';
import { createMeetings } from './api/servers.ts';
import type { WaitersOrder } from './api/waiters.ts';
import { cpuSeconds } from './process-meter.ts';
import { type Row, round } from './row.ts';

const PARTS = {
  database: 'postgres',
  'media server': 'livekit-server',
  scribe: 'app/scribe-main',
};
/** By then the speech model is unloaded. */
const RESTED_MS = 90_000;
const SETTLED_MS = 20_000;
const MEASURED_MS = 60_000;
/** Held reads are answered after 30 s. */
const HELD_MEASURED_MS = 15_000;
const MEETINGS = 10_000;
const [TENANTS, WEBHOOKS_EACH] = [20, 50];
const [KEYS, HELD_EACH] = [100, 20];

export async function benchBackground(): Promise<Row[]> {
  const parley = await startParley({
    env: { PARLEY_RATE_WRITE_PER_MINUTE: '0', PARLEY_RATE_READ_PER_MINUTE: '0' },
  });
  try {
    await delay(RESTED_MS);
    const rows = [await measure(parley, 'nothing', MEASURED_MS)];
    await createMeetings(parley, MEETINGS);
    await delay(SETTLED_MS);
    rows.push(await measure(parley, `${MEETINGS} meetings that wait`, MEASURED_MS));
    await createWebhooks(parley);
    await delay(SETTLED_MS);
    rows.push(await measure(parley, `and ${TENANTS * WEBHOOKS_EACH} webhooks`, MEASURED_MS));
    const waiters = await holdReads(parley);
    await delay(HELD_MEASURED_MS / 3);
    rows.push(await measure(parley, `and ${KEYS * HELD_EACH} held reads`, HELD_MEASURED_MS));
    waiters.kill();
    return rows;
  } finally {
    await clearAway(parley);
  }
}

async function measure(parley: Parley, what: string, ms: number): Promise<Row> {
  const parts: Record<string, number[]> = { service: [parley.pid] };
  for (const [name, part] of Object.entries(PARTS)) parts[name] = await pidsOf(parley, part);
  parts['together'] = [parley.pid, ...(await descendants(parley.pid))];
  const timesOf = () =>
    Promise.all(Object.values(parts).map((pids) => cpuSeconds(pids, { ended: true })));
  const before = await timesOf();
  const started = performance.now();
  await delay(ms);
  const seconds = (performance.now() - started) / 1000;
  const row: Row = { what };
  const after = await timesOf();
  for (const [n, [name, pids]] of Object.entries(parts).entries()) {
    const used = (after[n] ?? 0) - (before[n] ?? 0);
    row[`${name}, % of a core`] = round((100 * used) / seconds);
    row[`${name}, MB (PSS)`] = (await memoryOf(pids)).pssMb;
  }
  console.log(row);
  return row;
}

async function createWebhooks(parley: Parley): Promise<void> {
  const tenants = Array.from({ length: TENANTS }, (_, n) => `tenant${n}`);
  const client = new Pool(parley.url, { connections: 4 });
  for (const apiKey of await keysOf(parley, tenants))
    for (let n = 0; n < WEBHOOKS_EACH; n++)
      await send(client, {
        method: 'POST',
        path: '/v1/webhooks',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': `webhook-${n}`,
        },
        body: JSON.stringify({ url: `https://93.184.215.14/hooks/${n}` }),
        status: 201,
      });
  await client.close();
}

async function holdReads(parley: Parley) {
  const [meetingRef = ''] = await createMeetings(parley, 1);
  const clients = startChild('waiters.ts');
  const order: WaitersOrder = {
    port: Number(new URL(parley.url).port),
    apiKeys: await keysOf(parley, Array<string>(KEYS).fill('default')),
    each: HELD_EACH,
    meetingRef,
    etag: '"1-json"',
  };
  await ask(clients, { kind: 'wait', ...order });
  return clients;
}

/** A key for each of these tenants. */
async function keysOf({ dataDir }: Parley, tenants: readonly string[]): Promise<string[]> {
  const database = await connectEmbeddedPostgres(dataDir, silentLog);
  const db = openStore(database.url);
  const keys = await newKeys(db, tenants);
  await db.destroy();
  return keys;
}
