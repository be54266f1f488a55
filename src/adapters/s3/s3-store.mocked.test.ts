import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { s3Store } from './s3-store.ts';

const BUCKET = 'spools';
/** A real server lists a thousand. */
const PAGE = 2;
/** More than are deleted at once. */
const MANY = 20;
const objects = new Map<string, Buffer>();
/** Answers begin and do not end, as when the network is cut meanwhile. */
let isStalling = false;

/** Object storage in memory, as far as the S3 API is used here. */
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://s3');
  const key = decodeURIComponent(url.pathname.slice(`/${BUCKET}/`.length));
  if (request.method === 'PUT') objects.set(key, await buffer(request));
  if (request.method === 'DELETE') objects.delete(key);
  if (request.method !== 'GET') return void response.end();
  if (isStalling) return void response.writeHead(200, { 'content-length': 100 }).write('half');
  response.end(key === '' ? listed(url.searchParams) : objects.get(key));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

function listed(query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter')];
  const found = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const folders = found.map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`);
  const all = delimiter === null ? found : [...new Set(folders)];
  const from = Number(query.get('continuation-token') ?? 0);
  const entries = all
    .slice(from, from + PAGE)
    .map((name) =>
      delimiter === null
        ? `<Contents><Key>${name}</Key></Contents>`
        : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`,
    );
  const next =
    from + PAGE < all.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${from + PAGE}</NextContinuationToken>`
      : '';
  return `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
}

test.each(['', 'parley/eu'])(
  'a meeting of many pieces is found and deleted whole, and no other, below the prefix %j',
  async (prefix) => {
    objects.clear();
    const place = { bucket: BUCKET, prefix, region: 'us-east-1', isOwnServer: true };
    const store = await s3Store(place);
    const pieces = Array.from({ length: MANY }, (_, piece) => `mtg_a/${piece + 10}.sound`);
    const others = ['mtg_b/1.sound', 'mtg_c/1.sound'];
    for (const key of [...pieces, ...others]) await store.put(key, Buffer.from(key));
    expect(await store.list('mtg_a/')).toEqual(pieces);
    expect(await store.listFolders()).toEqual(['mtg_a', 'mtg_b', 'mtg_c']);
    for (const key of pieces) expect(Buffer.from(await store.get(key)).toString()).toBe(key);
    await store.deleteAll('mtg_a/');
    expect(await store.list('')).toEqual(others);
  },
);

test('objects of an installation whose prefix starts with ours are neither listed nor deleted', async () => {
  objects.clear();
  objects.set('parley/eu-west/mtg_a/1.sound', Buffer.from('theirs'));
  const place = { bucket: BUCKET, prefix: 'parley/eu', region: 'us-east-1', isOwnServer: true };
  const store = await s3Store(place);
  await store.put('mtg_a/1.sound', Buffer.from('ours'));
  expect([await store.list(''), await store.listFolders()]).toEqual([['mtg_a/1.sound'], ['mtg_a']]);
  await store.deleteAll('');
  expect([...objects.keys()]).toEqual(['parley/eu-west/mtg_a/1.sound']);
});

test('an answer that stops halfway fails in bounded time, and the next call succeeds', async () => {
  objects.clear();
  const place = { bucket: BUCKET, prefix: '', region: 'us-east-1', isOwnServer: true };
  const store = await s3Store({ ...place, answerMs: 1_000 });
  objects.set('mtg_a/1.sound', Buffer.from('ours'));
  isStalling = true;
  await expect(store.get('mtg_a/1.sound')).rejects.toThrow();
  await expect(store.list('mtg_a/')).rejects.toThrow();
  isStalling = false;
  expect(await store.list('mtg_a/')).toEqual(['mtg_a/1.sound']);
});
