import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { HealthBody } from '../health.ts';

/** What a process of any role reports to its operator. */
export type OpsSources = { registry: Registry; health: () => Promise<HealthBody> };

/**
 * `GET /metrics` in Prometheus text, `/health/live` and `/health/ready`, on a port of their own, so
 * that they are not public by accident. Returns a function that stops it.
 */
export async function serveOps(
  address: { host: string; port: number },
  sources: OpsSources,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    answer(request.url?.split('?')[0], response, sources).catch(() =>
      response.headersSent ? response.destroy() : response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

async function answer(
  path: string | undefined,
  response: ServerResponse,
  { registry, health }: OpsSources,
): Promise<void> {
  if (path === '/metrics') {
    const text = await registry.metrics();
    return void response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  }
  if (path === '/health/live') return json(response, 200, { status: 'ok' });
  if (path !== '/health/ready') return void response.writeHead(404).end();
  const body = await health();
  json(response, body.status === 'unavailable' ? 503 : 200, body);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
