import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, which could take a port before it is used. */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_000];

/** `count` different ports, of which neither TCP nor UDP was in use a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  await using server = createServer();
  await using socket = createSocket('udp4');
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    await once(socket.bind(port), 'listening');
    return true;
  } catch {
    return false;
  }
}
