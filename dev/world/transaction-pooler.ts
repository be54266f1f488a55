import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

const NOTIFICATION = 'A'.charCodeAt(0);

/**
 * PostgreSQL behind a pooler in transaction mode: notifications are lost, since they arrive when their listener has
 * given its connection back. Without TLS.
 */
export async function transactionPooler(
  databaseUrl: string,
): Promise<{ url: string; close(): void }> {
  const to = new URL(databaseUrl);
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    let rest = Buffer.alloc(0);
    far.on('data', (piece) => {
      rest = Buffer.concat([rest, piece]);
      // A message: its kind in one byte, its length with these four bytes, and its content.
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1;
        if (rest[0] !== NOTIFICATION) near.write(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
    });
    near.on('data', (piece) => far.write(piece));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => void server.close() };
}
