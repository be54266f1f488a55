import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import { outgoingHttp } from './outgoing-http.ts';
import { resolveByDns } from './resolve-by-dns.ts';

const asked: string[] = [];
const server = await nameServer({
  'quick.test': ['01', '5db8d822'],
  'newer.test': ['1c', '26064700000000000000000000001111'],
});
afterAll(() => server.socket.close());

/** Answers with a record of the type and value, in hex; for other types with none, for other names never. */
async function nameServer(records: Record<string, [type: string, value: string]>) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const name = nameIn(query);
    asked.push(name);
    const record = records[name];
    if (record === undefined) return;
    // Its name and two bytes each for type and class come after the header of 12 bytes.
    const question = query.subarray(12, 12 + name.length + 2 + 4);
    const isAsked = question.at(-3) === Number.parseInt(record[0], 16);
    const value = Buffer.from(record[1], 'hex');
    const head = Buffer.from(
      `8180 0001 000${isAsked ? 1 : 0} 0000 0000`.replaceAll(' ', ''),
      'hex',
    );
    const answer = Buffer.from(`c00c 00${record[0]} 0001 0000003c 00`.replaceAll(' ', ''), 'hex');
    const told = isAsked ? [answer, Buffer.from([value.length]), value] : [];
    socket.send(Buffer.concat([query.subarray(0, 2), head, question, ...told]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, resolve: resolveByDns([`127.0.0.1:${socket.address().port}`]) };
}

/** Labels, each after its length, until an empty one. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]; at += 1 + (query[at] ?? 0))
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  return labels.join('.');
}

function addressesOf(host: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) =>
    server.resolve(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

describe('a name', () => {
  test.each([
    ['quick.test', [{ address: '93.184.216.34', family: 4 }]],
    ['newer.test', [{ address: '2606:4700::1111', family: 6 }]],
    ['localhost', [{ address: '127.0.0.1', family: 4 }]],
    ['api.LOCALHOST.', [{ address: '127.0.0.1', family: 4 }]],
  ])('%s leads to %j', async (host, addresses) => {
    expect(await addressesOf(host)).toEqual(addresses);
  });

  test('does not wait for others whose servers are silent', async () => {
    const silent = Array.from({ length: 50 }, (_, at) => `silent-${at}.test`);
    const waiting = Promise.allSettled(silent.map(addressesOf));
    await until('all are asked for', 10_000, () => silent.every((name) => asked.includes(name)));
    const which = Promise.race([waiting, addressesOf('quick.test')]);
    expect(await which).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  test('of a webhook occupies none of the threads that find names for the process', async () => {
    const judged = outgoingHttp({ allowPrivate: false }).judge('https://hooks.invalid/');
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
    await judged;
  });
});
