import { createHash } from 'node:crypto';
import type { Log, Span, TracePort } from '../../core/ports.ts';
import { waitAtMost } from '../../core/timing.ts';
import { reportFailures } from './report-failures.ts';

/** OpenTelemetry's own: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME. */
export type TraceOptions = {
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
};

export const tracesUrl = ({ endpoint }: Pick<TraceOptions, 'endpoint'>): string =>
  `${endpoint.replace(/\/+$/, '')}/v1/traces`;

/** The process has other servers to stop, and ends after 9.5 s. */
const STOP_WITHIN_MS = 2_000;

/**
 * Sends spans by OTLP over HTTP. A meeting's trace id is derived from its reference, so that processes need not
 * exchange it.
 */
export async function openTraces(
  options: TraceOptions,
  { role, version, log }: { role: string; version: string; log: Log },
): Promise<TracePort> {
  const { api, sdk, exporter, resources } = await load();
  /** The ids for the next span; null for random ones. */
  let wanted: { traceId: string; spanId: string } | null = null;
  const random = new sdk.RandomIdGenerator();
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': version,
      'parley.role': role,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reportFailures(
          new exporter.OTLPTraceExporter({ url: tracesUrl(options), headers: options.headers }),
          log,
        ),
      }),
    ],
    idGenerator: {
      generateTraceId: () => wanted?.traceId ?? random.generateTraceId(),
      generateSpanId: () => wanted?.spanId ?? random.generateSpanId(),
    },
  });
  const tracer = provider.getTracer('parley');
  return {
    record: (span) => {
      const root = rootOf(span.meetingRef);
      wanted = span.isFirst ? root : null;
      const parent = { ...root, traceFlags: api.TraceFlags.SAMPLED, isRemote: true };
      const context = span.isFirst
        ? api.ROOT_CONTEXT
        : api.trace.setSpanContext(api.ROOT_CONTEXT, parent);
      const begun = tracer.startSpan(span.name, optionsOf(span), context);
      wanted = null;
      if (span.failed) begun.setStatus({ code: api.SpanStatusCode.ERROR });
      begun.end(span.endedAt);
    },
    // Sends what is left, and rejects when the collector does not take it.
    stop: () =>
      waitAtMost(
        provider.shutdown().catch(() => {}),
        STOP_WITHIN_MS,
      ),
  };
}

function optionsOf({ startedAt, meetingRef, attributes }: Span) {
  return { startTime: startedAt, attributes: { 'parley.meeting_ref': meetingRef, ...attributes } };
}

/** 16 and 8 bytes in hex. */
function rootOf(meetingRef: string): { traceId: string; spanId: string } {
  const hash = createHash('sha256').update(meetingRef).digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
}

/** Loaded only when traces are sent: most processes do not need it. */
async function load() {
  const [api, sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  return { api, sdk, exporter, resources };
}
