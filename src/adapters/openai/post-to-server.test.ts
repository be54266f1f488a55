import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf, postToServer } from './post-to-server.ts';

/**
 * The outcome of a call to a server that sends these bytes and keeps the connection open, ends it, or resets it once
 * the caller has read them.
 */
async function callTo(bytes: string, then: 'stays' | 'ends' | 'resets') {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => (then === 'ends' ? socket.end(bytes) : socket.write(bytes)));
    if (then !== 'resets') return;
    const reset = (): void => void socket.resetAndDestroy();
    subscribe('http.client.response.finish', reset);
    onTestFinished(() => void unsubscribe('http.client.response.finish', reset));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return postToServer(
    'chat/completions',
    { url: `http://127.0.0.1:${port}`, apiKey: null, model: '' },
    { contentType: 'application/json', body: Buffer.from('{}'), maxBytes: 100, withinMs: 5_000 },
  );
}

it('a server that switches protocols has answered without words', async () => {
  const answer = await callTo(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'stays',
  );
  expect(answer).toEqual({ kind: 'answered', status: 101, retryAfterMs: null, body: null });
});

it('an answer that ends with its connection is whole', async () => {
  expect(await callTo('HTTP/1.1 200 OK\r\n\r\nHello', 'ends')).toMatchObject({
    body: 'Hello',
  });
});

it.each(['ends', 'resets'] as const)(
  'an answer within which the connection %s may have cost something',
  async (then) => {
    const half = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHello';
    expect(await callTo(half, then)).toEqual({
      kind: 'failed',
      why: 'half an answer',
      mayBePaid: true,
    });
  },
);

it.each([
  ['audio/transcriptions', 'http://host:1', 'http://host:1/v1/audio/transcriptions'],
  ['audio/transcriptions', 'http://host/v1/', 'http://host/v1/audio/transcriptions'],
  [
    'audio/transcriptions',
    'http://host/x/v1/audio/transcriptions',
    'http://host/x/v1/audio/transcriptions',
  ],
  ['chat/completions', 'http://host', 'http://host/v1/chat/completions'],
  ['chat/completions', 'http://host/v1beta', 'http://host/v1beta/chat/completions'],
  ['chat/completions', 'http://host/x/chat/completions/', 'http://host/x/chat/completions'],
] as const)('%s at %s is called at %s', (call, url, expected) => {
  expect(addressOf(call, url)).toBe(expected);
});
