import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { breakListeners } from '../../dev/world/service/break-listeners.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { until } from '../../dev/world/until.ts';
import { listen, type Notice, notify } from './notify.ts';

const { db, url } = await testDatabase();

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

it('leaves no connection behind when the database takes one and refuses to notify, as a standby does', async () => {
  const { url: refusing, opened, open } = await standby();
  const notices = listen(refusing, { onNotice: () => {}, onFault: console.error });
  closing.push(() => notices.stop());
  await until('it tried again', 10_000, () => opened() >= 3);
  expect(open()).toBeLessThanOrEqual(1);
});

it('foreign messages on the channel are ignored, and later notices still arrive', async () => {
  const heard: Notice[] = [];
  const notices = listen(url, {
    onNotice: (notice) => heard.push(notice),
    onFault: console.error,
  });
  await notices.ready;
  for (const strange of [
    '',
    'not JSON',
    'null',
    '7',
    '[]',
    '{"topic":"task"}',
    '{"topic":"task","ref":7}',
  ])
    await sql`select pg_notify('parley', ${strange})`.execute(db);
  await notify(db, { topic: 'task', ref: 'x' });
  await until('the notice', 15_000, () => heard.length > 0);
  expect(heard).toEqual([{ topic: 'task', ref: 'x' }]);
  await notices.stop();
});

it('a follower that fails on a notice is reported, and hears the next one', async () => {
  const heard: unknown[] = [];
  const faults: unknown[] = [];
  const notices = listen(url, {
    onNotice: ({ ref }) => heard.push(JSON.parse(ref)),
    onFault: (error) => faults.push(error),
  });
  await notices.ready;
  await notify(db, { topic: 'rates', ref: 'not JSON' });
  await notify(db, { topic: 'rates', ref: '{}' });
  await until('the notice', 15_000, () => heard.length > 0);
  expect(heard).toEqual([{}]);
  expect(faults).toEqual([expect.any(SyntaxError)]);
  await notices.stop();
});

it('a follower is told when listening begins, and again after a break, as it may have missed something', async () => {
  let begun = 0;
  const notices = listen(url, {
    onNotice: () => {},
    onListening: () => (begun += 1),
    onFault: console.error,
  });
  closing.push(() => notices.stop());
  await notices.ready;
  expect(begun).toBe(1);
  await breakListeners(db);
  await until('it listens again', 10_000, () => begun === 2);
});

/** Lets everybody in, and refuses every statement. */
async function standby(): Promise<{ url: string; opened(): number; open(): number }> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server: Server = createServer((socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
      socket.on('data', (asked) => {
        if (asked.toString('latin1', 0, 1) === 'Q')
          socket.write(Buffer.concat([message('E', REFUSAL), READY]));
        else socket.end();
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://somebody@127.0.0.1:${port}/db`,
    opened: () => opened,
    open: () => sockets.size,
  };
}

/** A message of PostgreSQL's protocol: its kind, its length with these four bytes, and what it says. */
function message(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const READY = message('Z', Buffer.from('I'));
const REFUSAL = Buffer.from('SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0');
