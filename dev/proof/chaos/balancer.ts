import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/** Passes connections on to these ports in turn, to the next one where nothing listens. */
export async function balancer(port: number, targets: () => readonly number[]): Promise<Server> {
  let turn = 0;
  const server = createServer((client) => {
    const attempt = (left: number): void => {
      const ports = targets();
      const machine = connect(ports[(turn += 1) % ports.length] ?? 0, '127.0.0.1');
      machine.once('error', () => (left > 1 ? attempt(left - 1) : client.destroy()));
      machine.once('connect', () => {
        machine.removeAllListeners('error');
        client.pipe(machine).pipe(client);
        machine.on('error', () => client.destroy());
        machine.on('close', () => client.destroy());
      });
      client.on('error', () => machine.destroy());
      client.on('close', () => machine.destroy());
    };
    attempt(targets().length);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
