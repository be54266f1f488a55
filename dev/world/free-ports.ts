import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, which could take a port before it is used. */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_000];
/**
 * A process gives each port once, and others meanwhile give ports of other slices: those that run side by side have ids
 * in a row. A port may be used long after it was given.
 */
const SLICES = 40;
const SLICE = Math.floor((LAST_PORT - FIRST_PORT) / SLICES);
let given = 0;

/** `count` different ports, of which neither TCP nor UDP was in use a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = FIRST_PORT + (process.pid % SLICES) * SLICE + (given++ % SLICE);
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
