// A database connection that breaks. Statements executed before the break stay executed, as with a real network.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The connection breaks before the statement arrives, before its answer does, or just after the answer. */
export type Break = 'before the statement' | 'before the answer' | 'after the answer';
/** The break comes with the `pieces`-th statement or answer that passes after the last break, on any connection. */
export type Cut = { pieces: number; at: Break };

export type CuttingProxy = {
  /** The same database by this line. */
  url: string;
  /** From now on the connection breaks in these ways, one after the other, and then no more. */
  plan(cuts: readonly Cut[]): void;
  /** How often it broke since. */
  readonly broken: number;
  close(): Promise<void>;
};

export async function cuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cuts: Cut[] = [];
  let passed = 0;
  let broken = 0;
  /** Whether the connection breaks at this piece. */
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
