import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, which could take a port before it is used. */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_000];

/**
 * `count` ports, of which neither TCP nor UDP was in use a moment ago. No other call gets them while this process
 * lives, so that they are free when a server starts late, or starts again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if ((await reservePort(port)) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/** Whether nobody on this machine has reserved it. A socket without a file goes with its process. */
export async function reservePort(port: number): Promise<boolean> {
  const reservation = createServer();
  try {
    await once(reservation.listen(`\0parley-test-port-${port}`), 'listening');
    reservation.unref();
    return true;
  } catch {
    return false;
  }
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
