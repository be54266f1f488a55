// Traces as a collector receives them from the whole product.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { clearAway, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
};
type Payload = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };

const spans: Sent[] = [];
const authorizations = new Set<string | undefined>();
const collector = createServer((request, response) => {
  authorizations.add(request.headers.authorization);
  void json(request).then((body) => {
    for (const { scopeSpans } of (body as Payload).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  });
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const parley = await startParley({
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
  },
});
afterAll(async () => {
  await clearAway(parley);
  collector.close();
});

test('the steps of a meeting are one trace from its creation on, without its title and its secrets', async () => {
  const { meetings, guestLinks, summaries } = createClient({
    baseUrl: parley.url,
    apiKey: parley.apiKey,
  });
  const { meetingRef } = await meetings.create({ title: 'A secret plan' });
  const { guestUrl } = await guestLinks.create(meetingRef);
  await meetings.cancel(meetingRef);
  await summaries.waitFor(meetingRef);
  await parley.stop();
  const names = await until('the spans have come', 10_000, () => {
    const found = new Set(spans.map(({ name }) => name));
    return found.has('cancelMeeting') && found.has('createMeeting') ? found : undefined;
  });
  expect([...names]).toEqual(
    expect.arrayContaining(['createMeeting', 'createGuestLink', 'cancelMeeting']),
  );
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const root = spans.find(({ name }) => name === 'createMeeting');
  for (const span of spans)
    expect([span.name, span.parentSpanId || undefined]).toEqual([
      span.name,
      span === root ? undefined : root?.spanId,
    ]);
  const everything = JSON.stringify(spans);
  expect(everything).toContain(meetingRef);
  expect(everything).not.toContain('A secret plan');
  expect(everything).not.toContain(guestUrl.split('#k=')[1]);
  expect([...authorizations]).toEqual(['Bearer collector']);
});
