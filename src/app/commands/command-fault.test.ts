import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { runUntilEnd } from '../../../dev/world/child-process.ts';
import { startEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { readSettings } from '../config/read-settings.ts';
import { backupCommand, restoreCommand } from './backup-command.ts';
import { commandFault } from './command-fault.ts';
import { upgradeCommand } from './upgrade-command.ts';

const parley = (args: string[], env: Record<string, string>) =>
  runUntilEnd('src/app/command-line.ts', args, env);

describe('a backup', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-command-fault-'));
    await (await startEmbeddedPostgres({ dataDir, log: silentLog })).stop();
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  test.each([
    // Nobody may write there, not even root.
    [
      'a folder that cannot be written',
      '/sys',
      /Run it as the user that runs Parley, correct the owner or mode/,
    ],
    ['a folder that does not exist', '/nowhere', /Check that the folder exists\./],
  ])('into %s fails with the place and what to do', async (_, folder, fix) => {
    const file = join(folder, 'parley.tar');
    const { code, output } = await parley(['backup', file], { PARLEY_DATA_DIR: dataDir });
    expect(output).toMatch(/^`parley backup` failed: E[A-Z]+: /);
    expect(output).toContain(file);
    expect(output).toMatch(fix);
    expect(output).not.toMatch(/start|PARLEY_DATA_DIR/);
    expect(code).toBe(1);
  });
});

test.each([
  ['that nobody listens at', ['keys', 'list'], '127.0.0.1:1'],
  ['of an unknown name', ['audit', 'verify'], 'nowhere.invalid'],
])('a command on a database %s names its address and its setting', async (_, args, host) => {
  const env = { DATABASE_URL: `postgres://parley:canary@${host}/parley` };
  const { code, output } = await parley(args, env);
  expect(output).toMatch(new RegExp(`^\`parley ${args[0]}\` failed: .*${host}`));
  expect(output).toContain('\n  Check DATABASE_URL, and that the database is running.');
  expect(output).not.toMatch(/start|PARLEY_HOST|canary/);
  expect(code).toBe(1);
});

test.each([
  ['backup', backupCommand],
  ['upgrade-database', upgradeCommand],
])('%s of an external database is refused, with the tool to use', async (name, command) => {
  const args = name === 'backup' ? ['/nowhere/parley.tar'] : [];
  await expect(
    command(args, readSettings({ DATABASE_URL: 'postgres://db/parley' })),
  ).rejects.toThrow(/^the database is external: .* its own tools, such as pg_/);
});

test('a restore is refused where the next start would use an external database instead', async () => {
  const settings = readSettings({
    DATABASE_URL: 'postgres://db/parley',
    PARLEY_DATA_DIR: '/nowhere',
  });
  await expect(restoreCommand(['/nowhere/parley.tar'], settings)).rejects.toThrow(
    /^DATABASE_URL names an external database.* pg_restore, or remove DATABASE_URL$/,
  );
});

test('a disk that fills while a program writes is reported with what to do', () => {
  const fault = new Error('tar failed: tar: /b/p.tar: Cannot write: No space left on device');
  expect(commandFault('backup', fault, null)).toBe(
    `\`parley backup\` failed: ${fault.message}\n` +
      '  The disk is full: free some space, or choose another place.',
  );
});
