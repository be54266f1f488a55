// Database connections that break. As on a real network, statements from before the break may have been executed.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** When the connection breaks. */
export type Break = 'before the statement' | 'before the answer' | 'after the answer';
/** Breaks the connection at the `pieces`-th statement or answer since the last break, counted over all connections. */
export type Cut = { pieces: number; at: Break };

export type CuttingProxy = {
  /** The address of the database through this proxy. */
  url: string;
  /** Plans these breaks, one after the other, in place of those planned before. */
  plan(cuts: readonly Cut[]): void;
  /** The number of breaks since `plan`. */
  readonly broken: number;
  close(): Promise<void>;
};

export async function cuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cuts: Cut[] = [];
  let passed = 0;
  let broken = 0;
  /** The break due at this piece, if any. */
  const breaksAt = (way: 'statement' | 'answer'): Break | null => {
    const next = cuts[0];
    if (!next || next.at.endsWith('statement') !== (way === 'statement') || ++passed < next.pieces)
      return null;
    cuts.shift();
    passed = 0;
    broken++;
    return next.at;
  };
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    near.on('data', (piece) => (breaksAt('statement') ? end() : far.write(piece)));
    far.on('data', (piece) => {
      const at = breaksAt('answer');
      if (at === 'before the answer') end();
      else near.write(piece, at ? end : undefined);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    plan: (next) => {
      cuts = [...next];
      passed = 0;
      broken = 0;
    },
    get broken() {
      return broken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
