// An OpenTelemetry collector that keeps what it receives.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
};
type Payload = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

export type TraceCollector = {
  endpoint: string;
  spans: SentSpan[];
  authorizations: Set<string | undefined>;
  close(): void;
};

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: SentSpan[] = [];
  const authorizations = new Set<string | undefined>();
  const server = createServer((request, response) => {
    authorizations.add(request.headers.authorization);
    void json(request).then((body) => {
      for (const { scopeSpans } of (body as Payload).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    authorizations,
    close: () => void server.close(),
  };
}

/** Spans outside the trace that the span named `first` begins, or not directly below that span. */
export function strays(spans: readonly SentSpan[], first: string): string[] {
  const root = spans.find(({ name }) => name === first);
  if (!root) return [`no span named ${first}`];
  return spans
    .filter(
      (span) =>
        span.traceId !== root.traceId ||
        (span.parentSpanId || undefined) !== (span === root ? undefined : root.spanId),
    )
    .map(({ name }) => name);
}

export function attributeOf({ attributes }: SentSpan, wanted: string): string | undefined {
  return attributes.find(({ key }) => key === wanted)?.value.stringValue;
}
