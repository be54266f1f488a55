// Database connections that break or fall silent. As on a real network, statements from before that may have been
// executed.
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
  /** From now on the open connections carry nothing, as if the machine of the database had lost its power. */
  silence(): void;
  close(): Promise<void>;
};

export async function cuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
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
        if (!silent.has(socket)) end();
      });
    }
    near.on('data', (piece) => {
      if (silent.has(near)) return;
      if (breaksAt('statement')) end();
      else far.write(piece);
    });
    far.on('data', (piece) => {
      if (silent.has(far)) return;
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
    silence: () => {
      for (const socket of sockets) silent.add(socket);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
