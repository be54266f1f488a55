import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, test } from 'vitest';
import { countOwnTime } from '../../../dev/world/own-time.ts';
import { until } from '../../../dev/world/until.ts';
import { fetchModel, tokensFromTokenizer } from './fetch-model.ts';
import type { PinnedModel } from './pinned-models.ts';

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 251));

type Answer = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;
let root: string;
let server: Server;
let base: string;
let answer: Answer;
let ranges: (string | undefined)[];
let contentOf: (name: string) => Buffer;

/** Answers as a file server does. */
const whole: Answer = (request, response, content) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const rest = content.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': rest.length,
    ...(from > 0 && {
      'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
    }),
  });
  response.end(rest);
};
/** Of the file that is being fetched. */
const keptBytes = (): number =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.part') && statSync(join(root, name)).isFile())
    .reduce((sum, name) => sum + statSync(join(root, name)).size, 0);
/** Sends only part of what it promised, and hangs up once that is stored: closing would discard unread data. */
const cutAfter =
  (bytes: number): Answer =>
  (request, response, content) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, bytes));
    void until('all is kept', 10_000, () => keptBytes() >= bytes).then(() =>
      request.socket.destroy(),
    );
  };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-models-'));
  [answer, ranges, contentOf] = [whole, [], () => CONTENT];
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response, contentOf((request.url ?? '').slice(1)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(root, { recursive: true, force: true });
});

function pinned(content: Buffer = CONTENT, names = ['tiny-encoder.onnx']): PinnedModel {
  return {
    name: 'tiny',
    languages: 'de',
    license: 'MIT',
    publisher: 'a test',
    files: names.map((name) => ({
      name,
      url: `${base}/${name}`,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  };
}

const leftIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).toSorted();

test('a model appears in one step, whole, and is not fetched again', async () => {
  const model = pinned(CONTENT, ['a.onnx', 'b.onnx']);
  const { folder } = await fetchModel(model, root);
  expect(readFileSync(join(folder, 'b.onnx'))).toEqual(CONTENT);
  expect(leftIn(root)).toEqual(['tiny', 'tiny/SHA256SUMS', 'tiny/a.onnx', 'tiny/b.onnx']);
  expect(await fetchModel(model, root)).toEqual({ folder, isNew: false });
  expect(ranges).toHaveLength(2);
});

test('a file with another digest is refused, named, and not kept', async () => {
  const other = Buffer.from(CONTENT);
  other[1_000] = 0;
  contentOf = () => other;
  await expect(fetchModel(pinned(), root)).rejects.toThrow(
    /tiny-encoder\.onnx is not the file that was pinned: its sha256 is [0-9a-f]{64}/,
  );
  expect(leftIn(root)).toEqual(['.tiny.part']);
});

test('a file that is too long is refused before it fills the disk', async () => {
  contentOf = () => Buffer.concat([CONTENT, CONTENT]);
  await expect(fetchModel(pinned(), root)).rejects.toThrow(/sent more than the 300000 bytes/);
  expect(existsSync(join(root, 'tiny'))).toBe(false);
  expect(statSync(join(root, '.tiny.part/tiny-encoder.onnx.part')).size).toBe(0);
});

test('a file that is too short is no model, and says how much is missing', async () => {
  contentOf = () => CONTENT.subarray(0, 1_000);
  await expect(fetchModel(pinned(), root)).rejects.toThrow(
    /was interrupted after 1000 of 300000 bytes/,
  );
  expect(existsSync(join(root, 'tiny'))).toBe(false);
});

test('a broken connection is reported, and the next try resumes the download', async () => {
  answer = cutAfter(120_000);
  await expect(fetchModel(pinned(), root)).rejects.toThrow(
    /was interrupted after 120000 of 300000 bytes .*run the command again/,
  );
  answer = whole;
  const { folder } = await fetchModel(pinned(), root);
  expect(ranges).toEqual([undefined, 'bytes=120000-']);
  expect(readFileSync(join(folder, 'tiny-encoder.onnx'))).toEqual(CONTENT);
});

test('a server without ranges is asked for the whole file, once', async () => {
  answer = cutAfter(120_000);
  await expect(fetchModel(pinned(), root)).rejects.toThrow(/was interrupted/);
  answer = (_request, response, content) => response.end(content);
  const { folder } = await fetchModel(pinned(), root);
  expect(readFileSync(join(folder, 'tiny-encoder.onnx'))).toEqual(CONTENT);
  expect(ranges).toHaveLength(2);
});

it.each([
  ['answers 404', (_request, response) => response.writeHead(404).end(), /answered 404/],
  ['never answers', () => {}, /could not be fetched from .*no answer for/],
  [
    'falls silent',
    (_request, response, content) => void response.write(content.subarray(0, 50_000)),
    /was interrupted after 50000 of 300000 bytes \(no data for/,
  ],
] satisfies [string, Answer, RegExp][])(
  'a server that %s is named with the fix',
  async (_what, given, message) => {
    onTestFinished(countOwnTime());
    answer = given;
    const waits = { answerMs: 300, stallMs: 300 };
    await expect(fetchModel(pinned(), root, { waits })).rejects.toThrow(message);
  },
);

test('a damaged model is fetched anew and replaced in one step', async () => {
  const { folder } = await fetchModel(pinned(), root);
  writeFileSync(join(folder, 'tiny-encoder.onnx'), 'damaged');
  expect(await fetchModel(pinned(), root)).toEqual({ folder, isNew: true });
  expect(readFileSync(join(folder, 'tiny-encoder.onnx'))).toEqual(CONTENT);
  expect(leftIn(root)).toEqual(['tiny', 'tiny/SHA256SUMS', 'tiny/tiny-encoder.onnx']);
});

test('a repair is no worse for an earlier one that was killed while it replaced the model', async () => {
  const { folder } = await fetchModel(pinned(), root);
  writeFileSync(join(folder, 'tiny-encoder.onnx'), 'damaged');
  mkdirSync(join(root, '.tiny.part.old'));
  writeFileSync(join(root, '.tiny.part.old/tiny-encoder.onnx'), 'damaged before');
  expect(await fetchModel(pinned(), root)).toEqual({ folder, isNew: true });
  expect(leftIn(root)).toEqual(['tiny', 'tiny/SHA256SUMS', 'tiny/tiny-encoder.onnx']);
});

test('two that fetch the same model at once share one fetch, and the other says that it waits', async () => {
  const told: string[] = [];
  const onWait = (line: string): void => void told.push(line);
  const both = await Promise.all([
    fetchModel(pinned(), root, { onWait }),
    fetchModel(pinned(), root, { onWait }),
  ]);
  expect(told).toEqual([`tiny: waiting for another process (${process.pid})`]);
  expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(ranges).toHaveLength(1);
});

test('every token gets a line, whatever the length of its bytes', () => {
  const long = Buffer.alloc(200, 'y');
  const first = Buffer.concat([
    Buffer.from([0]),
    Buffer.from([1]),
    Buffer.from('x'),
    Buffer.from([128 + 72, 1]),
    long,
  ]);
  const lines = tokensFromTokenizer(first, 3).split('\n');
  expect(lines).toEqual(['IA==\t0', 'eA==\t1', `${long.toString('base64')}\t2`, '']);
  expect(() => tokensFromTokenizer(first, 4)).toThrow(/holds 3 tokens/);
});
