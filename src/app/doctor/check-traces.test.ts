import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../config/read-settings.ts';
import { checkTraces } from './check-traces.ts';

/** Accepts what has the right key, at the path of OpenTelemetry. */
const server = createServer(({ url, headers }, response) => {
  const status = url !== '/v1/traces' ? 404 : headers['x-key'] === 'right' ? 200 : 401;
  response.writeHead(status).end('{}');
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

async function check(path: string, key: string) {
  const { port } = server.address() as AddressInfo;
  const found = await checkTraces(
    readSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}${path}`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-key=${key}`,
    }),
  );
  return found.map(({ check: name, found: words, fix }) => [name, words, fix !== null]);
}

test('the doctor tries the collector of traces with its path and its headers', async () => {
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  expect(await check('/', 'right')).toEqual([
    ['traces', `the collector at ${host} accepts traces`, false],
  ]);
  expect(await check('', 'canary')).toEqual([['traces', `${host} answers with status 401`, true]]);
  expect(await check('/v1/traces', 'right')).toEqual([
    ['traces', `${host} answers with status 404`, true],
  ]);
});

test('the doctor finds a collector of traces that is not there, and tries none that is not named', async () => {
  const gone = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  expect(await checkTraces(readSettings(gone))).toEqual([
    expect.objectContaining({
      found: expect.stringMatching(/^no collector answers at 127\.0\.0\.1:1 /),
    }),
  ]);
  expect(await checkTraces(readSettings({}))).toEqual([]);
});
