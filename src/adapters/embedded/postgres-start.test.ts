import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { installedPostgres } from './installed-postgres.ts';
import { giveAllTo } from './postgres-account.ts';
import { adoptOrLaunch, endServer } from './postgres-server.ts';
import { startEmbeddedPostgres } from './postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Says that it is starting until the file `recovered` exists, and then that it is ready. */
const RECOVERING = `#!/bin/sh
cd ${folder}
tell() { printf '%s\\n\\n\\n5432\\n\\n\\n\\n%s\\n' $$ "$1" > postmaster.pid; }
tell starting
until [ -e recovered ]; do sleep 0.1; done
tell ready
while :; do sleep 0.1; done
`;

test('a database that recovers for longer than a start may take is left to finish, and reported', async () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/postgres'), RECOVERING);
  chmodSync(join(folder, 'bin/postgres'), 0o700);
  const warnings: string[] = [];
  const warn = (message: string): void => {
    warnings.push(message);
    writeFileSync(join(folder, 'recovered'), '');
  };
  const { server, adopted } = await adoptOrLaunch({
    account: { kind: 'same', native: folder, clusterParent: folder, prefix: [] },
    folder,
    logFile: join(folder, 'postgres.log'),
    settings: {},
    log: { ...silentLog, warn },
    readyMs: 4_000,
  });
  expect(warnings).toEqual(['the database is still recovering: do not end it']);
  expect(adopted).toBe(false);
  await endServer(server);
});

const NOBODY = { uid: 65_534, gid: 65_534 };

function canNobodyRunPrograms(): boolean {
  if (process.getuid?.() !== 0) return false;
  const program = join(installedPostgres().native, 'bin/postgres');
  return spawnSync(program, ['--version'], { cwd: '/', ...NOBODY }).status === 0;
}

test.runIf(canNobodyRunPrograms())(
  "root starts an ordinary user's database where it is, and does not say that it is elsewhere",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-of-nobody-'));
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    try {
      await (await startEmbeddedPostgres({ dataDir, log })).stop();
      const place = { clusterParent: dataDir, native: '', prefix: [] };
      await giveAllTo({ ...place, kind: 'other_user', user: NOBODY }, dataDir);
      const server = await startEmbeddedPostgres({ dataDir, log });
      expect(server.folder).toBe(join(dataDir, 'postgres'));
      await server.stop();
      expect(warnings).toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

const file = (name: string): string => JSON.stringify(import.meta.resolve(name));

/** The code of a service with a data folder of its own: it prints PostgreSQL's version, asked as another user. */
const newService = (): string => `
  import { installedPostgres } from ${file('./installed-postgres.ts')};
  import { choosePostgresAccount, runPostgresProgram } from ${file('./postgres-account.ts')};
  const dataDir = ${JSON.stringify(mkdtempSync(join(folder, 'data-')))};
  const account = choosePostgresAccount(dataDir, installedPostgres().native, 'refused');
  console.log(account.kind, runPostgresProgram(account, 'initdb', ['--version']));`;

/** What services print that begin at the same time, where /var/lib/parley does not exist yet. */
function runServices(count: number, umask: string): string {
  const script = `mount -t tmpfs none /var/lib && umask ${umask}
    for code in "$@"; do "$0" --input-type=module-typescript -e "$code" 2>&1 & done; wait`;
  const services = Array.from({ length: count }, newService);
  const args = ['--mount', 'sh', '-c', script, process.execPath, ...services];
  return execFileSync('unshare', args, { encoding: 'utf8' });
}

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
describe.runIf(canMount)('a root that may not make user namespaces', () => {
  test("runs PostgreSQL's programs as another user, whatever its umask", () => {
    expect(runServices(1, '077')).toMatch(/^other_user initdb \(PostgreSQL\)/);
  });

  test('may start several services at once', () => {
    const printed = runServices(3, '022');
    expect(printed.match(/^other_user initdb \(PostgreSQL\)/gm), printed).toHaveLength(3);
  });
});
