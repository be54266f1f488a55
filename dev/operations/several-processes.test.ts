// Processes with roles of their own beside one database: what happens at one is known at the others.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type StreamedEvent } from '../../clients/sdk-typescript/client.ts';
import { projectRoot } from '../../setup/places.mjs';
import { freePorts } from '../world/free-ports.ts';
import { type Machines, severalMachines } from '../world/service/several-machines.ts';
import type { Launched } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

/** What the guides promise. */
const KNOWN_WITHIN_MS = 1_000;
const SCRIBE_READY_WITHIN_MS = 60_000;

let machines: Machines;
let second: Launched;
/** The two processes with the role api. */
let urls: [string, string];

beforeAll(async () => {
  machines = await severalMachines({}, { role: 'api' });
  second = await machines.start('api');
  const { PARLEY_PORT: port } = second.env;
  urls = [machines.api.url, `http://127.0.0.1:${port}`];
});

afterAll(() => machines.stop());

/**
 * Unix time of the last call whose answer was `false`. Unlike that of the first `true`, it does not depend on how late
 * this process asks.
 */
async function lastUnknownAt(isKnown: () => Promise<boolean>): Promise<number> {
  let lastAtMs = 0;
  await until('it is known', 30_000, async () => {
    const askedAtMs = Date.now();
    if (await isKnown()) return true;
    lastAtMs = askedAtMs;
    return false;
  });
  return lastAtMs;
}

async function keys(...args: string[]): Promise<string> {
  const program = join(projectRoot(), 'src/app/command-line.ts');
  const env = { ...process.env, ...machines.api.env };
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'keys', ...args], {
    env,
  });
  return stdout.trim();
}

test('a key that was revoked is refused by every process within a second', async () => {
  const key = await keys('create', '--name', 'reader', '--scopes', 'meetings:read');
  const statuses = () =>
    Promise.all(
      urls.map(async (url) => {
        const headers = { authorization: `Bearer ${key}` };
        return (await fetch(`${url}/v1/meetings`, { headers })).status;
      }),
    );
  expect(await statuses()).toEqual([200, 200]);
  await keys('revoke', key.split('_')[2] ?? '');
  const revokedAtMs = Date.now();
  const isRefused = async () => (await statuses()).every((status) => status === 401);
  expect((await lastUnknownAt(isRefused)) - revokedAtMs).toBeLessThan(KNOWN_WITHIN_MS);
});

test('what happens to a meeting at one process is in the stream of another within a second', async () => {
  const { apiKey } = machines.api;
  const [here, there] = urls.map((baseUrl) => createClient({ baseUrl, apiKey }));
  const stop = new AbortController();
  const got: StreamedEvent[] = [];
  const streaming = (async () => {
    const options = { lastEventId: '0', signal: stop.signal };
    for await (const event of there?.events.stream(options) ?? []) got.push(event);
  })();
  const cancelOne = async () => {
    const meeting = await here?.meetings.create({ title: 'Cancelled' });
    await here?.meetings.cancel(meeting?.meetingRef ?? '');
    return meeting?.meetingRef ?? '';
  };
  const heardOf = () => got.map(({ event }) => event.data.meetingRef);
  const early = await cancelOne();
  await expect.poll(heardOf).toContain(early);
  const late = await cancelOne();
  const cancelledAtMs = Date.now();
  const isTold = async () => {
    // What it answers after that comes after what it has streamed.
    await there?.meetings.read(late);
    return heardOf().includes(late);
  };
  expect((await lastUnknownAt(isTold)) - cancelledAtMs).toBeLessThan(KNOWN_WITHIN_MS);
  stop.abort();
  await streaming;
});

test('a process of any role serves liveness, readiness and metrics', async () => {
  const ports = await freePorts(2);
  const roles = ['worker', 'scribe'];
  await Promise.all(
    roles.map((role, n) => machines.start(role, { env: { PARLEY_OPS_PORT: String(ports[n]) } })),
  );
  for (const port of ports) {
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await ask('/health/live')).json()).toEqual({ status: 'ok' });
    await until('it is ready', SCRIBE_READY_WITHIN_MS, async () => (await ask('/health/ready')).ok);
    expect(await (await ask('/metrics')).text()).toContain('parley_process_cpu_seconds_total');
  }
});

test('each log line names its process, and a probe writes none', async () => {
  for (const path of ['/health/live', '/health/ready', '/v1/meetings']) await fetch(urls[1] + path);
  const lines = await until('the line of the last request', 30_000, () => {
    const written = second.output().trim().split('\n');
    return written.some((line) => line.includes('"status":401')) && written;
  });
  expect(lines.filter((line) => line.includes('/health/'))).toEqual([]);
  expect(lines.some((line) => line.includes('"msg":"ready"'))).toBe(true);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ role: 'api', instance: expect.any(String) });
});
