import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Another program listens on a port that an embedded server needs. */
export class PortTaken extends Error {
  constructor(port: number, protocol: 'TCP' | 'UDP', setting: string) {
    super(
      `${protocol} port ${port} is taken by another program: free it, or set ${setting} to another port`,
    );
    this.name = 'PortTaken';
  }
}

/** A TCP port on the loopback that was free a moment ago. */
export function freeLoopbackPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}

export function tcpPortIsFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export function udpPortIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind({ port, address: '0.0.0.0', exclusive: true }, () =>
      socket.close(() => resolve(true)),
    );
  });
}
