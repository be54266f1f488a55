import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { checkedLookup, type Resolve } from './public-address.ts';
import { outgoingHttp } from './outgoing-http.ts';

const { signal } = new AbortController();
const request = { headers: { 'content-type': 'application/json' }, body: '{}' };

/** A resolver that gives these answers one after the other, the last one for ever. */
function resolving(...answers: (string[] | Error)[]) {
  const asked: string[] = [];
  const resolve = ((
    host: string,
    _options: object,
    done: (error: Error | null, found: { address: string; family: number }[]) => void,
  ) => {
    const answer = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    if (answer instanceof Error) done(answer, []);
    else
      done(
        null,
        answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  }) as unknown as Resolve;
  return { resolve, asked };
}

describe('judging a URL', () => {
  const judge = (url: string, ...answers: (string[] | Error)[]) =>
    outgoingHttp({ allowPrivate: false, resolve: resolving(...answers).resolve }).judge(url);

  test.each([
    ['https://hooks.acme.test/x', ['93.184.216.34'], 'allowed'],
    ['https://93.184.216.34/x', [], 'allowed'],
    ['https://hooks.acme.test/x', ['10.0.0.1'], 'private_address'],
    ['https://hooks.acme.test/x', ['93.184.216.34', '127.0.0.1'], 'private_address'],
    ['https://hooks.acme.test/x', ['::ffff:10.0.0.1'], 'private_address'],
    ['https://127.0.0.1/x', [], 'private_address'],
    ['https://0x7f.1/x', [], 'private_address'],
    ['https://2130706433/x', [], 'private_address'],
    ['https://[::1]/x', [], 'private_address'],
    ['https://[::ffff:a9fe:a9fe]/x', [], 'private_address'],
    ['https://169.254.169.254/latest', [], 'private_address'],
    ['http://hooks.acme.test/x', ['93.184.216.34'], 'not_https'],
    ['ftp://hooks.acme.test/x', [], 'not_https'],
    ['https://user:word@hooks.acme.test/x', [], 'credentials'],
    ['https://user@hooks.acme.test/x', [], 'credentials'],
    ['hooks.acme.test', [], 'malformed'],
    ['https://', [], 'malformed'],
  ])('%s with %j is %s', async (url, addresses, verdict) => {
    expect(await judge(url, addresses)).toBe(verdict);
  });

  test('a name that does not resolve is not judged', async () => {
    expect(await judge('https://hooks.acme.test/', new Error('ENOTFOUND'))).toBe('unknown');
  });
});

describe('a call', () => {
  // Promise: E2
  test('to a name that became private after it was judged makes no connection', async () => {
    const receiver = await webhookReceiver();
    const { resolve, asked } = resolving(['93.184.216.34'], ['127.0.0.1']);
    const outgoing = outgoingHttp({ allowPrivate: false, resolve });
    const url = `https://rebinding.test:${new URL(receiver.url).port}/`;
    expect(await outgoing.judge(url)).toBe('allowed');
    expect(await outgoing.post(url, request, signal)).toEqual({
      kind: 'failed',
      reason: 'address_not_allowed',
    });
    expect([asked.length, receiver.calls]).toEqual([2, []]);
  });

  test('connects to the address of its only lookup', async () => {
    const { resolve, asked } = resolving(['127.0.0.1'], ['93.184.216.34']);
    const receiver = await webhookReceiver();
    const url = `http://hooks.test:${new URL(receiver.url).port}/`;
    expect(await outgoingHttp({ allowPrivate: true, resolve }).post(url, request, signal)).toEqual({
      kind: 'answered',
      status: 204,
      retryAfterMs: null,
    });
    expect(asked).toEqual(['hooks.test']);
  });

  test('uses no connection that was opened to the same name for something else, without its checks', async () => {
    const { resolve, asked } = resolving(['127.0.0.1']);
    const receiver = await webhookReceiver();
    const url = `http://hooks.test:${new URL(receiver.url).port}/`;
    await new Promise((done, fail) => {
      const options = { lookup: checkedLookup(resolve, () => true) };
      const call = get(url, options, (response) => response.resume().on('end', done));
      call.on('error', fail);
    });
    await outgoingHttp({ allowPrivate: true, resolve }).post(url, request, signal);
    expect(asked).toEqual(['hooks.test', 'hooks.test']);
  });

  test.each(['https://127.0.0.1:1/', 'https://[::1]:1/', 'http://93.184.216.34/'])(
    'to %s is refused without a connection',
    async (url) => {
      expect(await outgoingHttp({ allowPrivate: false }).post(url, request, signal)).toEqual({
        kind: 'failed',
        reason: 'address_not_allowed',
      });
    },
  );

  test('reports how long the receiver asks to wait, in seconds or until a date', async () => {
    const receiver = await webhookReceiver();
    const asked = async (value: string) => {
      receiver.react = () => ({ status: 503, headers: { 'retry-after': value } });
      const outcome = await outgoingHttp({ allowPrivate: true }).post(
        receiver.url,
        request,
        signal,
      );
      return outcome.kind === 'answered' ? outcome.retryAfterMs : undefined;
    };
    expect([
      await asked('120'),
      await asked('soon'),
      await asked('Thu, 01 Jan 2026 00:00:00 GMT'),
    ]).toEqual([120_000, null, 0]);
    const inAnHour = (await asked(new Date(Date.now() + 3_600_000).toUTCString())) ?? 0;
    expect(inAnHour).toBeGreaterThan(3_500_000);
    expect(inAnHour).toBeLessThanOrEqual(3_600_000);
  });

  // Promise: E2
  test('follows no redirect', async () => {
    const [inside, receiver] = [await webhookReceiver(), await webhookReceiver()];
    receiver.react = () => ({ status: 307, headers: { location: inside.url } });
    expect(
      await outgoingHttp({ allowPrivate: true }).post(receiver.url, request, signal),
    ).toMatchObject({ kind: 'answered', status: 307 });
    expect(inside.calls).toEqual([]);
  });

  test('to a receiver that switches protocols gets its status, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => {}).on('close', () => closed.resolve());
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterAll(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await outgoingHttp({ allowPrivate: true }).post(url, request, signal)).toEqual({
      kind: 'answered',
      status: 101,
      retryAfterMs: null,
    });
    await closed.promise;
  });

  test('that is not answered in time ends', async () => {
    const receiver = await webhookReceiver(() => 'silence');
    const answer = await outgoingHttp({ allowPrivate: true, postWithinMs: 200 }).post(
      receiver.url,
      request,
      signal,
    );
    expect(answer).toEqual({ kind: 'failed', reason: 'timeout' });
  });

  test('whose answer arrives byte by byte also ends in time', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-a: b\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterAll(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(
      await outgoingHttp({ allowPrivate: true, postWithinMs: 300 }).post(url, request, signal),
    ).toEqual({
      kind: 'failed',
      reason: 'timeout',
    });
  });

  test('that nothing answers, or that is cut off, says so', async () => {
    const receiver = await webhookReceiver(() => 'hang up');
    const outgoing = outgoingHttp({ allowPrivate: true });
    expect(await outgoing.post(receiver.url, request, signal)).toEqual({
      kind: 'failed',
      reason: 'unreachable',
    });
    await receiver.close();
    expect(await outgoing.post(receiver.url, request, signal)).toEqual({
      kind: 'failed',
      reason: 'unreachable',
    });
  });

  test('with TLS to a server without TLS fails with a TLS error', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write('this is no TLS\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterAll(() => void server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await outgoingHttp({ allowPrivate: true }).post(url, request, signal)).toEqual({
      kind: 'failed',
      reason: 'tls',
    });
  });
});
