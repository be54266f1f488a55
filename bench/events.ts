// Whether ordered events slow a tenant down: cancellations, each of which writes events, of one tenant and of eight, as
// fast as possible and at 500 a second; and 500 creations a second of one tenant, which write none.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { openStore } from '../src/store/open-store.ts';
import { newKeys } from './api/new-keys.ts';
import { openServers } from './api/servers.ts';
import { requestOf, send } from './api/requests.ts';
import { percentile, type Row, round } from './row.ts';

const CONNECTIONS = 16;
const TENANTS = 8;
const CALLS = 2_000;
const OFFERED_PER_SECOND = 500;

type Call = (n: number) => Promise<unknown>;

export async function benchEvents(): Promise<Row[]> {
  const servers = await openServers();
  try {
    const { service, databaseUrl } = await servers.startService('events', {});
    const db = openStore(databaseUrl);
    const keys = await newKeys(
      db,
      Array.from({ length: TENANTS }, (_, n) => `tenant${n}`),
    );
    await db.destroy();
    const client = new Pool(service.url, { connections: CONNECTIONS });
    const rows: Row[] = [];
    for (const [name, used] of [
      ['one tenant', keys.slice(0, 1)],
      [`${TENANTS} tenants`, keys],
      ['one tenant', keys.slice(0, 1)],
      [`${TENANTS} tenants`, keys],
    ] as const) {
      rows.push({
        what: `cancellations, ${CONNECTIONS} at a time, ${name}`,
        ...(await atOnce(await cancellations(client, used))),
      });
      rows.push({
        what: `${OFFERED_PER_SECOND} cancellations a second, ${name}`,
        ...(await offered(await cancellations(client, used))),
      });
    }
    const create = creations(client, keys.slice(0, 1));
    rows.push({
      what: `${OFFERED_PER_SECOND} creations a second, one tenant`,
      ...(await offered(create)),
    });
    await client.close();
    return rows;
  } finally {
    await servers.stop();
  }
}

function creations(client: Pool, keys: readonly string[]): Call {
  return (n) => {
    const target = { apiKey: keys[n % keys.length] ?? '', meetingRefs: [] };
    return send(client, requestOf('create a meeting', target, n));
  };
}

/** Of meetings created before. */
async function cancellations(client: Pool, keys: readonly string[]): Promise<Call> {
  const create = creations(client, keys);
  const made = await Promise.all(Array.from({ length: CALLS }, (_, n) => create(n)));
  const refs = made.map((body) => (JSON.parse(String(body)) as { meetingRef: string }).meetingRef);
  return (n) =>
    send(client, {
      method: 'POST',
      path: `/v1/meetings/${refs[n]}/cancel`,
      headers: { authorization: `Bearer ${keys[n % keys.length]}` },
      status: 200,
    });
}

async function timed(call: Call, n: number, latenciesMs: number[]): Promise<void> {
  const started = performance.now();
  await call(n);
  latenciesMs.push(performance.now() - started);
}

async function atOnce(call: Call): Promise<Row> {
  const latenciesMs: number[] = [];
  const started = performance.now();
  let next = 0;
  const run = async (): Promise<void> => {
    for (let n = next++; n < CALLS; n = next++) await timed(call, n, latenciesMs);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, run));
  return figures(latenciesMs, performance.now() - started);
}

/** Makes this many calls a second, whether or not earlier ones have been answered. */
async function offered(call: Call): Promise<Row> {
  const latenciesMs: number[] = [];
  const calls: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; n < CALLS; n++) {
    const dueMs = started + (n * 1000) / OFFERED_PER_SECOND - performance.now();
    if (dueMs > 1) await delay(dueMs);
    calls.push(timed(call, n, latenciesMs));
  }
  await Promise.all(calls);
  return figures(latenciesMs, performance.now() - started);
}

function figures(latenciesMs: readonly number[], ms: number): Row {
  return {
    'calls a second': Math.round((latenciesMs.length * 1000) / ms),
    'p50 ms': round(percentile(latenciesMs, 50)),
    'p99 ms': round(percentile(latenciesMs, 99)),
  };
}
