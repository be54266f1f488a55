import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

// More than the buffers of the kernel hold.
const MUCH_BYTES = 64 * 1024 * 1024;

test('nothing is read from a client that the media server has not accepted', async () => {
  const silent = createServer();
  const held: Socket[] = [];
  silent.on('upgrade', (_, socket: Socket) => void held.push(socket.on('error', () => {})));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { url } = await serverWorld({ signallingUrl: `ws://127.0.0.1:${port}` });
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const asked = request(`${url}/rtc?access_token=minted`, { headers }).end();
  const [, client] = (await once(asked, 'upgrade')) as [unknown, Socket];
  client.on('error', () => {});
  // Empty masked messages, of 6 bytes each.
  client.write(Buffer.alloc(MUCH_BYTES - (MUCH_BYTES % 6), Buffer.from([0x82, 0x80, 0, 0, 0, 0])));
  const first = await Promise.race([
    once(client, 'drain').then(() => 'all of it was read'),
    once(client, 'data').then(([frame]) => `closed with ${(frame as Buffer).readUInt16BE(2)}`),
  ]);
  expect(first).toBe('closed with 1011');
  client.destroy();
  for (const socket of held) socket.destroy();
  silent.close();
}, 30_000);
