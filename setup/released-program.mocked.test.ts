// A release as its project serves it: the archive, and a list of checksums beside it.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getReleasedProgram } from './released-program.mjs';

const GOOD = gzipSync(tarOf('program', '#!/bin/sh\necho good\n'));
const EVIL = gzipSync(tarOf('program', '#!/bin/sh\necho evil\n'));
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let server: Server;
let served: Buffer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-setup-'));
  // Without a Go compiler there is no second source.
  vi.stubEnv('PATH', folder);
  vi.stubEnv('XDG_CACHE_HOME', folder);
  server = createServer(({ url }, response) =>
    response.end(url === '/checksums.txt' ? `${sha256Of(served)}  program.tar.gz\n` : served),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get(): Promise<{ isThere: boolean; path: string; tried: string[] }> {
  const tried: string[] = [];
  const path = join(folder, 'got', 'program');
  const wanted = {
    step: 'test',
    title: 'a program',
    path,
    release: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    archive: 'program.tar.gz',
    sha256: sha256Of(GOOD),
    member: 'program',
    goPackage: 'example.invalid/program@v1',
  };
  return { isThere: await getReleasedProgram(wanted, tried), path, tried };
}

test('the archive whose sha256 is pinned is taken', async () => {
  served = GOOD;
  const { isThere, path, tried } = await get();
  expect([isThere, tried]).toEqual([true, []]);
  expect(readFileSync(path, 'utf8')).toContain('good');
});

test('another archive is not, even if the checksums beside it were changed too', async () => {
  served = EVIL;
  const { isThere, path, tried } = await get();
  expect([isThere, existsSync(path)]).toEqual([false, false]);
  expect(tried[0]).toMatch(/program\.tar\.gz has sha256 \w{64}, expected \w{64}/);
});

function tarOf(name: string, text: string): Buffer {
  const [header, body] = [Buffer.alloc(512), Buffer.alloc(512)];
  header.write(name, 0);
  header.write(text.length.toString(8).padStart(11, '0'), 124);
  body.write(text);
  return Buffer.concat([header, body]);
}
