import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

const seen: string[] = [];
const media = await mediaServer();
const world = await serverWorld({
  signallingUrl: `ws://127.0.0.1:${(media.address() as AddressInfo).port}`,
});
const away = await serverWorld();
afterAll(() => media.close());

/** A media server that notes the path of each WebSocket and gives back the short messages that it is sent. */
async function mediaServer(): Promise<Server> {
  const server = createServer((request, response) => response.end(`valid ${request.url}`));
  server.on('upgrade', (request, socket) => {
    seen.push(request.url ?? '');
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('data', (frame: Buffer) => {
      const [mask, payload] = [frame.subarray(2, 6), frame.subarray(6)];
      socket.write(
        Buffer.concat([
          Buffer.from([frame[0] ?? 0, payload.length]),
          payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
        ]),
      );
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('signalling', () => {
  test.each(['/rtc?access_token=t', '/rtc/v1?access_token=t'])(
    'a WebSocket to %s reaches the media server and carries bytes both ways',
    async (path) => {
      const socket = new WebSocket(world.url.replace('http', 'ws') + path);
      socket.binaryType = 'arraybuffer';
      await once(socket, 'open');
      const answer = once(socket, 'message');
      socket.send(Uint8Array.from([1, 2, 3]));
      const [message] = (await answer) as [MessageEvent<ArrayBuffer>];
      expect([...new Uint8Array(message.data)]).toEqual([1, 2, 3]);
      expect(seen).toContain(path);
      socket.close();
      await once(socket, 'close');
    },
  );

  test.each(['/rtc/validate?access_token=t', '/rtc/v1/validate?access_token=t'])(
    "GET %s is the media server's answer",
    async (path) => {
      const reply = await world.call('GET', path, { key: null });
      expect([reply.status, reply.text]).toEqual([200, `valid ${path}`]);
    },
  );

  test('nothing else of the media server can be reached', async () => {
    expect((await world.call('POST', '/rtc/validate', { key: null })).status).toBe(404);
    expect(
      (await world.call('POST', '/twirp/livekit.RoomService/ListRooms', { key: null })).status,
    ).toBe(404);
  });

  test('a media server that is away is unavailable', async () => {
    const reply = await away.call('GET', '/rtc/validate', { key: null });
    expect([reply.status, reply.json.code]).toEqual([503, 'unavailable']);
    const socket = new WebSocket(`${away.url.replace('http', 'ws')}/rtc`);
    await once(socket, 'close');
  });

  test('a WebSocket elsewhere is refused', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/elsewhere`);
    await once(socket, 'error');
  });
});
