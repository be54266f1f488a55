import { createServer } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { MeetingState } from '../../contract/generated/api.ts';
import { countMeetingsByState } from '../store/count-meetings.ts';
import { countTasks } from '../store/count-tasks.ts';
import type { Ctx } from '../core/context.ts';

/** `GET /metrics` in Prometheus text on a port of its own, so that it is not public by accident. Returns its stop. */
export async function serveMetrics(address: { host: string; port: number }, ctx: Ctx): Promise<() => Promise<void>> {
  const registry = metricsOf(ctx);
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
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

const NO_MEETINGS: Record<MeetingState, number> = { created: 0, in_progress: 0, ending: 0, ended: 0, cancelled: 0, failed: 0 };

/** What one scrape of this process tells. */
export function metricsOf(ctx: Pick<Ctx, 'db' | 'clock'>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'parley_' });
  const meetings = new Gauge({
    name: 'parley_meetings',
    help: 'Meetings by state.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      const counted = (await countMeetingsByState(ctx.db)).map(({ state, count }) => [state, count] as const);
      // A state without meetings is not counted, and must not keep what it had.
      for (const [state, count] of Object.entries({ ...NO_MEETINGS, ...Object.fromEntries(counted) })) meetings.set({ state }, count);
    },
  });
  const tasks = new Gauge({
    name: 'parley_tasks_due',
    help: 'Tasks that are due and not done, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    collect: async () => {
      const counted = await countTasks(ctx.db, ctx.clock.now());
      tasks.reset();
      for (const { kind, count } of counted) tasks.set({ kind }, count);
    },
  });
  return registry;
}
