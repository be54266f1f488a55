// Traces as a collector receives them from the whole product.
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { clearAway, startParley } from '../world/service/start-parley.ts';
import { startTraceCollector, strays } from '../world/trace-collector.ts';
import { until } from '../world/until.ts';

const collector = await startTraceCollector();
const { spans, authorizations } = collector;
const parley = await startParley({
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
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
  expect(strays(spans, 'createMeeting')).toEqual([]);
  const everything = JSON.stringify(spans);
  expect(everything).toContain(meetingRef);
  expect(everything).not.toContain('A secret plan');
  expect(everything).not.toContain(guestUrl.split('#k=')[1]);
  expect([...authorizations]).toEqual(['Bearer collector']);
});
