import { expect, onTestFinished, test, vi } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { createClient, type StreamedEvent } from './client.ts';

const world = await serverWorld();
const client = (apiKey: string, options = {}) =>
  createClient({ baseUrl: world.url, apiKey, ...options });
const URL_OF_HOOK = 'https://93.184.216.34/hook';

test('every operation on webhooks has its method', async () => {
  const { webhooks } = client(await world.key());
  const {
    secret,
    previousSecretExpiresAt: _,
    ...webhook
  } = await webhooks.create({ url: URL_OF_HOOK });
  const ref = webhook.webhookRef;
  expect([await webhooks.read(ref), await webhooks.list()]).toEqual([webhook, [webhook]]);
  expect((await webhooks.rotateSecret(ref)).secret).not.toBe(secret);
  const { deliveryRef } = await webhooks.test(ref);
  await webhooks.test(ref);
  const page = await webhooks.listDeliveries(ref, { pageSize: 1 });
  const rest = await webhooks.listDeliveries(ref, { pageToken: page.nextPageToken });
  expect(await webhooks.listDeliveries(ref, { pageToken: rest.nextPageToken })).toMatchObject({
    deliveries: [{}, {}],
  });
  expect([page.deliveries.length, rest.deliveries.map((delivery) => delivery.deliveryRef)]).toEqual(
    [1, [deliveryRef]],
  );
  const all: string[] = [];
  for await (const delivery of webhooks.listAllDeliveries(ref, { pageSize: 1 }))
    all.push(delivery.deliveryRef);
  expect(all).toEqual([page.deliveries[0]?.deliveryRef, deliveryRef]);
  expect((await webhooks.replayDelivery(ref, deliveryRef)).status).toBe('pending');
  expect((await webhooks.update(ref, { status: 'disabled' })).status).toBe('disabled');
  await webhooks.delete(ref);
  await expect(webhooks.read(ref)).rejects.toMatchObject({
    status: 404,
    code: 'webhook_not_found',
  });
});

test('the stream of events outlives an outage, without a gap and without a repetition', async () => {
  const apiKey = await world.key({ tenant: 'streams' });
  const stop = new AbortController();
  let connections = 0;
  const breaking: typeof fetch = async (input, init) => {
    connections += 1;
    if (connections === 2) throw new TypeError('fetch failed');
    const response = await fetch(input, init);
    return connections > 1
      ? response
      : new Response(response.body?.pipeThrough(breakAfter(1)) ?? null, response);
  };
  const { events } = client(apiKey, { fetch: breaking, maxRetries: 0 });
  const got: StreamedEvent[] = [];
  const { meetings } = client(apiKey);
  const cancel = async () =>
    meetings.cancel((await meetings.create({ title: 'Cancelled' })).meetingRef);
  await cancel();
  for await (const event of events.stream({ lastEventId: '0', signal: stop.signal })) {
    got.push(event);
    if (got.length === 3) await cancel();
    if (got.length === 6) stop.abort();
  }
  expect(got.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(got[0]?.event).toMatchObject({
    type: 'meeting.state_changed',
    data: { meetingState: 'cancelled' },
  });
  expect(connections).toBe(3);
});

test('a stream that meets a rate limit comes back when the service says, not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = new AbortController();
  let asked = 0;
  const limited: typeof fetch = async () => {
    asked += 1;
    return new Response('', { status: 429, headers: { 'retry-after': '37' } });
  };
  try {
    const { events } = client('key', { fetch: limited });
    const stream = events.stream({ signal: stop.signal })[Symbol.asyncIterator]();
    const over = stream.next();
    await vi.advanceTimersByTimeAsync(36_999);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toBe(2);
    stop.abort();
    expect((await over).done).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a stream goes on when a gateway answers a reconnect with 408', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const streamed = (id: number) => `id: ${id}\nevent: segment\ndata: {}\n\n`;
  const headers = { 'content-type': 'text/event-stream' };
  const answers = [
    new Response(streamed(1), { headers }),
    new Response('', { status: 408 }),
    new Response(streamed(2), { headers }),
  ];
  const { transcripts } = client('key', { fetch: async () => answers.shift() ?? Response.error() });
  const words = transcripts.live('mtg_x')[Symbol.asyncIterator]();
  expect((await words.next()).value).toMatchObject({ id: '1' });
  const second = words.next();
  await Promise.all([second, vi.advanceTimersByTimeAsync(4_000)]);
  expect((await second).value).toMatchObject({ id: '2' });
});

test('a stream over which nothing comes for 40 s, not even a ping, is opened again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const { fetch, connections } = silentStreams();
  const { events } = client('key', { fetch });
  const over = events.stream({ signal: stop.signal })[Symbol.asyncIterator]().next();
  await vi.advanceTimersByTimeAsync(30_000);
  connections[0]?.send(': ping\n\n');
  await vi.advanceTimersByTimeAsync(39_000);
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(connections).toHaveLength(2);
  stop.abort();
  expect((await over).done).toBe(true);
});

test('a program that takes long for what it reads keeps its connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { fetch, connections } = silentStreams();
  const { transcripts } = client('key', { fetch });
  const words = transcripts.live('mtg_x')[Symbol.asyncIterator]();
  const first = words.next();
  await vi.advanceTimersByTimeAsync(0);
  connections[0]?.send('id: 1\nevent: segment\ndata: {"text":"One"}\n\n');
  await first;
  await vi.advanceTimersByTimeAsync(90_000);
  connections[0]?.send('id: 2\nevent: segment\ndata: {"text":"Two"}\n\n');
  expect((await words.next()).value).toMatchObject({ id: '2', text: 'Two' });
  expect(connections).toHaveLength(1);
  await words.return?.();
});

test('a program that stops reading a stream closes its connection', async () => {
  const { fetch, connections } = silentStreams();
  const { transcripts } = client('key', { fetch });
  const words = transcripts.live('mtg_x')[Symbol.asyncIterator]();
  const first = words.next();
  await expect.poll(() => connections).toHaveLength(1);
  connections[0]?.send('id: 1\nevent: segment\ndata: {}\n\n');
  await first;
  expect(connections[0]?.signal?.aborted).toBe(false);
  await words.return?.();
  expect(connections[0]?.signal?.aborted).toBe(true);
});

/** Streams that send nothing but what `send` is given. */
function silentStreams() {
  type Connection = { signal: AbortSignal | null | undefined; send(text: string): void };
  const connections: Connection[] = [];
  const silent: typeof fetch = async (_, init) => {
    const headers = { 'content-type': 'text/event-stream' };
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
        connections.push({ signal: init?.signal, send });
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return new Response(body, { headers });
  };
  return { fetch: silent, connections };
}

test('live words are read whole, also where Unicode ends a line and JSON does not', async () => {
  const text = 'first\u2028second\u2029third';
  const frames =
    `id: 1\nevent: segment\ndata: ${JSON.stringify({ text })}\n\n` +
    'id: 2\nevent: end\ndata: {"reason":"meeting_over"}\n\n';
  const headers = { 'content-type': 'text/event-stream' };
  const { transcripts } = client('key', { fetch: async () => new Response(frames, { headers }) });
  const first = await transcripts.live('mtg_x')[Symbol.asyncIterator]().next();
  expect(first.value).toEqual({ kind: 'segment', id: '1', text });
});

test('a stream that is refused for good rejects', async () => {
  const { events } = client(await world.key({ scopes: ['meetings:read'] }));
  const first = events.stream()[Symbol.asyncIterator]().next();
  await expect(first).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
});

const otherwise: [string, typeof fetch, object][] = [
  ['nothing', () => Promise.reject(new TypeError('fetch failed')), { message: 'fetch failed' }],
  ['a gateway without a service', answering({ status: 502 }), { status: 502, code: 'unknown' }],
  ['a web site', answering({ headers: { 'content-type': 'text/html' } }), { code: 'unknown' }],
];
test.each(otherwise)('a stream whose address leads to %s rejects', async (_, fetch, error) => {
  const { events, transcripts } = client('key', { fetch, maxRetries: 0 });
  for (const stream of [events.stream(), transcripts.live('mtg_x')])
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject(error);
});

test('a stream is opened as often as a call is sent before it rejects', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let asked = 0;
  const failing: typeof fetch = () => {
    asked += 1;
    return Promise.reject(new TypeError('fetch failed'));
  };
  try {
    const { events } = client('key', { fetch: failing, maxRetries: 2 });
    const first = events.stream()[Symbol.asyncIterator]().next();
    const rejected = expect(first).rejects.toThrow('fetch failed');
    await vi.advanceTimersByTimeAsync(60_000);
    await rejected;
    expect(asked).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

function answering(init: ResponseInit): typeof fetch {
  return async () => new Response('<html>\n\n</html>', init);
}

/** Fails the body after so many chunks. */
function breakAfter(chunks: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += 1;
      if (seen > chunks) controller.error(new TypeError('terminated'));
      else controller.enqueue(chunk);
    },
  });
}
