import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

test('`parley --version` prints the version', async () => {
  const { stdout } = await run(process.execPath, [PROGRAM, '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
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
