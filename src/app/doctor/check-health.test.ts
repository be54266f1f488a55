import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../config/read-settings.ts';
import { checkHealth } from './check-health.ts';

const OK = { status: 'ok' };
let body: string;
const server = createServer((_, response) => void response.writeHead(503).end(body));
beforeAll(() => once(server.listen(0, '::1'), 'listening'));
afterAll(() => void server.close());

function check(answer: unknown, isRunning = true) {
  body = JSON.stringify(answer);
  const { port } = server.address() as AddressInfo;
  const settings = readSettings({ PARLEY_OPS_HOST: '::1', PARLEY_OPS_PORT: String(port) });
  return checkHealth(settings, isRunning);
}

test('the doctor repeats what a running service finds wrong, and what it says to do', async () => {
  const media = { status: 'unavailable', detail: 'Look at logs/livekit.log.' };
  const speech = { status: 'degraded' };
  expect(await check({ components: { database: OK, media, speech } })).toEqual([
    { check: 'health', found: 'media is unavailable', fix: 'Look at logs/livekit.log.' },
    { check: 'health', found: 'speech is degraded', fix: 'Look at the log of the service.' },
  ]);
});

test('a running service that finds nothing wrong is reported as well', async () => {
  const components = { database: OK, speech: { status: 'starting' }, summary: { status: 'off' } };
  expect(await check({ components })).toEqual([
    { check: 'health', found: 'the running service finds nothing wrong', fix: null },
  ]);
});

test('a service that does not run, or does not answer as Parley does, is not asked about its health', async () => {
  expect(await check({ components: { media: { status: 'unavailable' } } }, false)).toEqual([]);
  expect(await check({})).toEqual([]);
  expect(await check(null)).toEqual([]);
});
