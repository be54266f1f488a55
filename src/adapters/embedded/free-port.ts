import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** What a user who may not listen below 1024 needs. */
export const LOW_PORTS_FIX = 'let this user listen below 1024 (CAP_NET_BIND_SERVICE)';

/** An embedded server needs a port that another program has, or on which this user may not listen. */
export class PortRefused extends Error {
  /** `code`: why, such as EADDRINUSE. */
  constructor(port: number, protocol: 'TCP' | 'UDP', setting: string, code: string) {
    super(
      code === 'EACCES'
        ? `this user may not listen on ${protocol} port ${port}: ${LOW_PORTS_FIX}, or set ${setting} ` +
            'to a port above 1023'
        : `${protocol} port ${port} is taken by another program: free it, or set ${setting} to another port`,
    );
    this.name = 'PortRefused';
  }
}

/** A TCP port on the loopback that was free a moment ago. */
export async function freeLoopbackPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** The code of the error, such as EADDRINUSE or EACCES; null when the port is free. No host: every address. */
export function tryTcpPort(port: number, host?: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error)));
    server.listen({ port, ...(host && { host }), exclusive: true }, () =>
      server.close(() => resolve(null)),
    );
  });
}

/** The same for UDP. */
export function tryUdpPort(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', (error) => socket.close(() => resolve(codeOf(error))));
    socket.bind({ port, address: '0.0.0.0', exclusive: true }, () =>
      socket.close(() => resolve(null)),
    );
  });
}

const codeOf = ({ code }: NodeJS.ErrnoException): string => code ?? '';
