// A LiveKit of any version, with as much as `parley doctor` uses: the room API and the first message of a join.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignalResponse } from '@livekit/protocol';

/** From RFC 6455, section 1.3. */
const WEBSOCKET_KEY = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const FINAL_BINARY = 0x82;

export async function liveKitOfVersion(
  version: string,
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
  );
  server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}${WEBSOCKET_KEY}`;
    const accepted = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${head.join('\r\n')}\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`);
    const join = { case: 'join', value: { serverInfo: { version } } } as const;
    const message = new SignalResponse({ message: join }).toBinary();
    socket.write(Buffer.concat([Buffer.from([FINAL_BINARY, message.length]), message]));
    socket.on('error', () => {}).on('data', () => socket.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
