import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';

const world = await serverWorld();
const run = promisify(execFile);
const PROGRAM = resolve('src/app/command-line.ts');

test('`parley meetings` runs the client with the settings of the environment', async () => {
  const env = { ...process.env, PARLEY_URL: world.url, PARLEY_API_KEY: await world.key() };
  const { stdout } = await run(
    process.execPath,
    [PROGRAM, 'meetings', 'create', '--title', 'As a program', '--json'],
    {
      env,
    },
  );
  expect(JSON.parse(stdout).title).toBe('As a program');
  await expect(
    run(process.execPath, [PROGRAM, 'meetings', 'show', 'mtg_x'], { env }),
  ).rejects.toMatchObject({ code: 1 });
});

test.each([
  ['-h', /^Usage: parley COMMAND\n[^]*meetings create[^]*keys create[^]*Exit codes:/],
  ['help', /^Usage: parley COMMAND\n/],
  ['keys create --help', /^Usage: parley keys create [^]*--scopes A,B[^]*meetings:read/],
  ['meetings -h', /^Usage: parley meetings COMMAND\n(?![^]*keys create)[^]*meetings cancel REF/],
  ['help meetings list', /^Usage: parley meetings list [^]*in_progress/],
  ['transcript x --help', /^Usage: parley transcript REF [^]*--format F/],
])('`parley %s` prints the page of what it names', async (line, page) => {
  const { stdout } = await run(process.execPath, [PROGRAM, ...line.split(' ')]);
  expect(stdout).toMatch(page);
});

test('the guide lists every command as `parley --help` does', async () => {
  const { stdout } = await run(process.execPath, [PROGRAM, '--help']);
  const listed = stdout.split('\n\n')[1] ?? '';
  const guide = await readFile(resolve('docs/guide/command-line.md'), 'utf8');
  expect(listed).toContain('meetings create');
  expect(guide).toContain(`\`\`\`\n${listed.replaceAll(/^ {2}/gm, '')}\n\`\`\`\n`);
});

test('`parley --version` prints the version', async () => {
  const { stdout } = await run(process.execPath, [PROGRAM, '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('output that is larger than a pipe', () => {
  const SIZE = 2_000_000;
  let service: Server;
  beforeAll(async () => {
    service = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 'available', text: 'x'.repeat(SIZE) }));
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => service.close());

  /** Prints it to `stdout`. */
  function printing(stdout: 'pipe' | number) {
    const { port } = service.address() as AddressInfo;
    const env = {
      ...process.env,
      PARLEY_URL: `http://127.0.0.1:${port}`,
      PARLEY_API_KEY: 'key',
    };
    const args = [PROGRAM, 'transcript', 'mtg_x', '--json'];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', stdout, 'pipe'] });
    return { child, failure: text(child.stderr as Readable), closed: once(child, 'close') };
  }

  test('reaches its reader whole', async () => {
    const { child, closed } = printing('pipe');
    const printed = await text(child.stdout as Readable);
    expect(JSON.parse(printed).text).toHaveLength(SIZE);
    expect(await closed).toEqual([0, null]);
  });

  test('may be cut by a reader that wants no more', async () => {
    const { child, failure, closed } = printing('pipe');
    await once(child.stdout as Readable, 'readable');
    child.stdout?.destroy();
    expect([await closed, await failure]).toEqual([[0, null], '']);
  });

  test('fails the command when the disk is full', async () => {
    const full = openSync('/dev/full', 'w');
    const { failure, closed } = printing(full);
    closeSync(full);
    expect(await closed).toEqual([1, null]);
    expect(await failure).toMatch(/^`parley transcript` failed: [^]*The disk is full/);
  });
});

describe('in a folder whose `.env`', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-env-'));
    await mkdir(join(folder, 'virtual-environment', '.env'), { recursive: true });
    await mkdir(join(folder, 'unreadable'));
    // A mode does not keep root from reading. This cannot be read by anyone.
    await symlink('/proc/self/mem', join(folder, 'unreadable', '.env'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is a folder, as of a Python project, commands run without it', async () => {
    const env = { ...process.env, PARLEY_URL: world.url, PARLEY_API_KEY: await world.key() };
    const cwd = join(folder, 'virtual-environment');
    const { stdout } = await run(process.execPath, [PROGRAM, 'meetings', 'list', '--json'], {
      env,
      cwd,
    });
    expect(JSON.parse(stdout)).toBeInstanceOf(Object);
  });

  test.each(['meetings list', 'keys list', 'mcp'])(
    'cannot be read, `parley %s` says so and how to fix it',
    async (line) => {
      const cwd = join(folder, 'unreadable');
      await expect(
        run(process.execPath, [PROGRAM, ...line.split(' ')], { cwd }),
      ).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /^The settings cannot be used:\n  - \.env cannot be read: correct its owner or mode\.\n.*\n$/,
        ),
      });
    },
  );

  test('cannot be read, `parley doctor --json` reports that as its finding', async () => {
    const cwd = join(folder, 'unreadable');
    const failed = await run(process.execPath, [PROGRAM, 'doctor', '--json'], { cwd }).catch(
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
    expect(failed).toMatchObject({ code: 1 });
    expect(JSON.parse(failed.stdout)).toEqual([
      {
        check: 'settings',
        found: '.env cannot be read: correct its owner or mode.',
        fix: 'Correct it; .env.example lists every setting.',
      },
    ]);
  });
});
