import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Node ends idle connections at a shutdown, but waits for those on which nothing was ever sent:
 * browsers and clients keep such ones ready.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
