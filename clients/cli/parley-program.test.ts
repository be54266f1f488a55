import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';

const world = await serverWorld();
const run = promisify(execFile);
const PROGRAM = 'src/app/command-line.ts';

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
