import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { breakListeners } from '../../../dev/world/service/break-listeners.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { followNotices } from './follow-notices.ts';

const { db, url } = await testDatabase();

/** A TCP proxy to the database that can be closed. */
async function databaseProxy() {
  const { hostname, port } = new URL(url);
  let isOpen = true;
  let refused = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (!isOpen) {
      refused += 1;
      return socket.destroy();
    }
    const there = connect(Number(port), hostname).on('error', () => socket.destroy());
    socket.pipe(there).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((server.address() as AddressInfo).port);
  return { url: proxied.href, open: (next: boolean) => (isOpen = next), refused: () => refused };
}

test('a time without notices is logged once, however often listening is tried, and so is its end', async () => {
  const said: string[] = [];
  const note = (message: string) => void said.push(message);
  const proxy = await databaseProxy();
  let begun = 0;
  const notices = followNotices(
    proxy.url,
    { ...silentLog, warn: note, info: note },
    { onNotice: () => {}, onListening: () => (begun += 1) },
  );
  onTestFinished(() => notices.stop());
  await notices.ready;
  expect(said).toEqual([]);
  proxy.open(false);
  await breakListeners(db);
  await until('it tried again', 15_000, () => proxy.refused() >= 2);
  expect(said).toEqual([expect.stringMatching(/do not arrive/)]);
  proxy.open(true);
  await until('it listens again', 15_000, () => begun === 2);
  expect(said).toEqual([expect.anything(), expect.stringMatching(/arrive again/)]);
});
