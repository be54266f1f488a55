import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { freePorts } from '../../../dev/world/free-ports.ts';
import type { HealthBody } from '../health.ts';
import { serveOps } from './serve-ops.ts';

test('the port for operators serves metrics, and tells whether the process is alive and ready', async () => {
  const registry = new Registry();
  new Counter({ name: 'seen', help: 'Seen.', registers: [registry] });
  let status: HealthBody['status'] = 'ok';
  const health = async () => ({ status, version: '1' }) as HealthBody;
  const [port = 0] = await freePorts(1);
  const stop = await serveOps({ host: '127.0.0.1', port }, { registry, health });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await ask('/metrics')).text()).toContain('seen 0');
  expect((await ask('/health/live')).status).toBe(200);
  expect(await (await ask('/health/ready')).json()).toMatchObject({ status: 'ok' });
  status = 'degraded';
  expect((await ask('/health/ready')).status).toBe(200);
  status = 'unavailable';
  expect((await ask('/health/ready')).status).toBe(503);
  expect((await ask('/else')).status).toBe(404);
  registry.metrics = () => Promise.reject(new Error('no figures'));
  expect((await ask('/metrics')).status).toBe(503);
  await stop();
});
