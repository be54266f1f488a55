import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const parent = mkdtempSync(join(tmpdir(), 'parley-account-'));
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const file = (name: string): string => JSON.stringify(import.meta.resolve(name));

/** The code of a service with a data folder of its own: it prints PostgreSQL's version, asked as another user. */
const newService = (): string => `
  import { installedPostgres } from ${file('./installed-postgres.ts')};
  import { choosePostgresAccount, runPostgresProgram } from ${file('./postgres-account.ts')};
  const dataDir = ${JSON.stringify(mkdtempSync(join(parent, 'data-')))};
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

describe.runIf(canMount)('a root that may not make user namespaces', () => {
  it("runs PostgreSQL's programs as another user, whatever its umask", () => {
    expect(runServices(1, '077')).toMatch(/^other_user initdb \(PostgreSQL\)/);
  });

  it('may start several services at once', () => {
    const printed = runServices(3, '022');
    expect(printed.match(/^other_user initdb \(PostgreSQL\)/gm), printed).toHaveLength(3);
  });
});
