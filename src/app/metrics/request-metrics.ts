import { Counter, Histogram, type Registry } from 'prom-client';
import type { MeasureRequest } from '../../server/server-context.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts and times what this process answers, by route (its pattern), method and status. */
export function registerRequestMetrics(registry: Registry): MeasureRequest {
  const answered = new Counter({
    name: 'parley_http_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help:
      'From the head of a request to the end of its response, by route and method; excludes ' +
      'long polls and streams.',
    labelNames: ['route', 'method'],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ route, method, status, seconds }) => {
    answered.inc({ route, method, status: String(status) });
    if (seconds !== null) duration.observe({ route, method }, seconds);
  };
}
