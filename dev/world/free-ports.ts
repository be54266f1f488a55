import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, which could take a port before it is used. */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_000];
/** Each worker of a test run has ports of its own, and gives none twice: a port may be used long after it was given. */
const SLICES = 8;
const SLICE = Math.floor((LAST_PORT - FIRST_PORT) / SLICES);
const first = FIRST_PORT + (Number(process.env['VITEST_POOL_ID'] ?? 0) % SLICES) * SLICE;
// Other test runs on this machine have the same slices.
let next = randomInt(SLICE);

/** `count` different ports, of which neither TCP nor UDP was in use a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = first + (next++ % SLICE);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
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
