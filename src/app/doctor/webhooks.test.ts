// Whether LiveKit's events and WebSockets arrive, tried with the real product and its own external LiveKit.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { type Machines, severalMachines } from '../../../dev/world/service/several-machines.ts';
import { mediaServerPath } from '../../../setup/places.mjs';
import { startEmbeddedMedia } from '../../adapters/embedded/livekit.ts';
import { runChecks } from './run-checks.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await severalMachines({ PARLEY_SPEECH: 'off' });
});
afterAll(() => machines.stop());

const webhooksWith = (change: Record<string, string>) => findingsWith('webhooks', change);

async function findingsWith(name: string, change: Record<string, string>): Promise<string[]> {
  const env = { ...machines.api.env, PARLEY_DATA_DIR: machines.api.dataDir, ...change };
  const findings = await runChecks(() => env, new Date());
  return findings.flatMap(({ check, found }) => (check === name ? [found] : []));
}

test('the doctor says that LiveKit events arrive', async () => {
  expect(await webhooksWith({})).toEqual(["the service receives LiveKit's events"]);
});

test('the doctor finds a LiveKit that calls another address', async () => {
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-doctor-'));
  const other = await startEmbeddedMedia({
    dataDir,
    serverPath: mediaServerPath() ?? '',
    ports: { http, tcp, udp },
    nodeIp: '127.0.0.1',
    webhookUrl: 'http://127.0.0.1:9/media/events',
    log: silentLog,
  });
  const { url, apiKey, apiSecret } = other;
  const change = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
  expect(await webhooksWith(change)).toEqual(["the service does not receive LiveKit's events"]);
  await other.stop();
  rmSync(dataDir, { recursive: true });
});

test('the doctor finds a proxy that does not forward WebSockets', async () => {
  const target = new URL(machines.api.url);
  const proxy = createServer(({ method, url }, response) => {
    request(new URL(url ?? '', target), { method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    }).end();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  expect(await findingsWith('name', { PARLEY_PUBLIC_URL: url })).toEqual([
    `${url} does not take WebSockets: nobody can join a meeting`,
  ]);
  expect(await findingsWith('name', {})).toEqual([machines.api.url]);
  proxy.close();
});

test('the doctor does not try webhooks of a service that does not run yet', async () => {
  const [nobody = 0] = await freePorts(1);
  const url = `http://localhost:${nobody}`;
  expect(await webhooksWith({ PARLEY_PUBLIC_URL: url })).toEqual([
    `not tried: no service answers at ${url}`,
  ]);
});
