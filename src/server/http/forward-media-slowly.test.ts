import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { acceptance, HANDSHAKE } from '../../../dev/world/raw-http.ts';
import { ANNOUNCEMENT, serverWorld } from '../../../dev/world/service/server-world.ts';

// 60 MB in all: more than the buffers of the kernel hold.
const MESSAGES = 1_000;
/** A masked message of 60,000 bytes, all of them 0. */
const MESSAGE = Buffer.alloc(60_008);
MESSAGE.set([0x82, 0xfe, 0xea, 0x60]);

test('nothing is read from a client that the media server has not accepted', async () => {
  const silent = createServer();
  const held: Socket[] = [];
  silent.on('upgrade', (_, socket: Socket) => void held.push(socket.on('error', () => {})));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { url } = await serverWorld({ signallingUrl: `ws://127.0.0.1:${port}` });
  const asked = request(`${url}/rtc?access_token=minted`, { headers: HANDSHAKE }).end();
  const [, client] = (await once(asked, 'upgrade')) as [unknown, Socket];
  client.on('error', () => {});
  client.write(Buffer.concat(Array.from({ length: MESSAGES }, () => MESSAGE)));
  const first = await Promise.race([
    once(client, 'drain').then(() => 'all of it was read'),
    once(client, 'data').then(([frame]) => `closed with ${(frame as Buffer).readUInt16BE(2)}`),
  ]);
  expect(first).toBe('closed with 1011');
  client.destroy();
  for (const socket of held) socket.destroy();
  silent.close();
}, 30_000);

test('after a request that names WebSocket without an upgrade, its connection takes the next one', async () => {
  const { url } = await serverWorld();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { upgrade: 'websocket' };
  const replyTo = async (): Promise<IncomingMessage> => {
    const asked = request(`${url}/rtc/validate?access_token=minted`, { agent, headers });
    const [reply] = (await once(asked.end(), 'response')) as [IncomingMessage];
    await once(reply.resume(), 'end');
    return reply;
  };
  const [first, second] = [await replyTo(), await replyTo()];
  expect([first.statusCode, second.statusCode]).toEqual([503, 503]);
  expect(second.socket).toBe(first.socket);
  agent.destroy();
});

test('one person connects no more often than guests may call; others are not kept out by that', async () => {
  const { call } = await serverWorld({ rates: { guestPerMinute: 2 } });
  const connect = (who: string) =>
    call('GET', `/rtc/validate?access_token=minted%20for%20${who}`, { key: null });
  for (const status of [503, 503, 429]) expect((await connect('pt_mallory')).status).toBe(status);
  expect((await connect('pt_ana')).status).toBe(503);
});

/** A media server that accepts connections, and both ends of one through Parley. */
async function mediaServer() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { url, ctx } = await serverWorld({ signallingUrl: `ws://127.0.0.1:${port}` });
  const connected = async (who: string) => {
    const path = `${url}/rtc?access_token=minted%20for%20${who}`;
    const accepted = once(request(path, { headers: HANDSHAKE }).end(), 'upgrade');
    const [{ headers }, upstream] = (await once(server, 'upgrade')) as [IncomingMessage, Socket];
    upstream.on('error', () => {}).write(acceptance(headers));
    const [, client] = (await accepted) as [unknown, Socket];
    client.on('error', () => {});
    return { client, upstream };
  };
  return { server, connected, log: ctx.log };
}

/** Messages of the media server are not masked. */
const ANSWER = Buffer.concat([Buffer.from([0x82, 126, 0xea, 0x60]), MESSAGE.subarray(8)]);
/** Masked pongs of 125 bytes, as long together as a message. */
const PONGS = Buffer.concat(
  Array.from({ length: 460 }, () => Buffer.from([0x8a, 0xfd, ...new Uint8Array(129)])),
);

test.each([
  ['answers', 'server', ANSWER],
  ['messages to a busy media server', 'client', MESSAGE],
  ['pongs to a busy media server', 'client', PONGS],
])(
  'a connection on which %s are not read ends before they fill the memory',
  async (_, sender, sent) => {
    const { server, connected } = await mediaServer();
    const { client, upstream } = await connected('pt_ana');
    const from = sender === 'server' ? upstream : client;
    from.write(Buffer.concat(Array.from({ length: MESSAGES }, () => sent)));
    const end = await new Promise((resolve) => {
      from.once('drain', () => resolve('all was taken')).once('close', () => resolve('ended'));
    });
    expect(end).toBe('ended');
    client.destroy();
    upstream.destroy();
    server.close();
  },
  30_000,
);

/** Masked, with one byte: binary messages, and a text. */
const ANNOUNCED = Buffer.from([0x82, 0x81, 0, 0, 0, 0, ANNOUNCEMENT]);
const ASKED_FOR = Buffer.from([0x82, 0x81, 0, 0, 0, 0, 0x21]);
const TEXT = Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x21]);

test('a person who announces more than a thousand tracks in an hour is cut off, and nobody else', async () => {
  const { server, connected, log } = await mediaServer();
  const warn = vi.spyOn(log, 'warn');
  const mallory = await connected('pt_mallory');
  let arrived = 0;
  mallory.upstream.on('data', (bytes: Buffer) => (arrived += bytes.length));
  const sent = [...Array(999).fill(ANNOUNCED), TEXT, ...Array(6_000).fill(ASKED_FOR)] as Buffer[];
  mallory.client.write(Buffer.concat(sent));
  await expect.poll(() => arrived).toBe(sent.length * ASKED_FOR.length);
  const again = await connected('pt_mallory');
  const ana = await connected('pt_ana');
  for (const { client } of [mallory, again]) {
    client.resume().write(Buffer.concat([ANNOUNCED, ANNOUNCED, ANNOUNCED]));
    await once(client, 'close');
  }
  expect(warn.mock.calls).toHaveLength(2);
  warn.mockRestore();
  ana.client.write(ANNOUNCED);
  const [reached] = (await once(ana.upstream, 'data')) as [Buffer];
  expect(reached).toHaveLength(ANNOUNCED.length);
  ana.client.destroy();
  server.close();
});

test('a person who asks for more than five thousand different tracks in an hour is cut off', async () => {
  const { server, connected } = await mediaServer();
  const { client, upstream } = await connected('pt_mallory');
  let arrived = 0;
  upstream.on('data', (bytes: Buffer) => (arrived += bytes.length));
  const askFor = (track: number) => Buffer.from([0x82, 0x82, 0, 0, 0, 0, track >> 8, track & 0xff]);
  const all = Buffer.concat(Array.from({ length: 5_000 }, (_, track) => askFor(track)));
  client.resume().write(Buffer.concat([all, all]));
  await expect.poll(() => arrived).toBe(2 * all.length);
  client.write(askFor(5_000));
  await once(client, 'close');
  server.close();
});

test('an announcement longer than 16 KiB ends its connection, and does not arrive', async () => {
  const { server, connected } = await mediaServer();
  const { client, upstream } = await connected('pt_mallory');
  let arrived = 0;
  upstream.on('data', (bytes: Buffer) => (arrived += bytes.length)).on('end', () => upstream.end());
  const long = Buffer.from(MESSAGE);
  long[8] = ANNOUNCEMENT;
  client.resume().write(long);
  await Promise.all([once(client, 'close'), once(upstream, 'close')]);
  expect(arrived).toBe(0);
  server.close();
});
