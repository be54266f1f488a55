import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installedPostgres } from '../../adapters/embedded/installed-postgres.ts';
import { runChecks } from './run-checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-doctor-'));
const newFolder = () => mkdtempSync(join(folder, 'f-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is found wrong with the database of this data folder. */
async function faultsIn(dataDir: string): Promise<string[]> {
  const findings = await runChecks(() => ({ PARLEY_DATA_DIR: dataDir }), new Date());
  return findings.flatMap(({ check, found, fix }) =>
    check === 'database' && fix !== null ? [`${check}: ${found}`] : [],
  );
}

test('the doctor finds an embedded database of another major version', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  expect(await faultsIn(dataDir)).toEqual([
    expect.stringMatching(/^database: was created by PostgreSQL 17, and this Parley brings \d+$/),
  ]);
});

test('the doctor finds an embedded database that this user may not read, beside all other faults', async () => {
  const dataDir = newFolder();
  // Reading a folder as a file fails even for root.
  mkdirSync(join(dataDir, 'postgres', 'PG_VERSION'), { recursive: true });
  expect(await faultsIn(dataDir)).toEqual([
    expect.stringMatching(/^database: cannot be looked at: E[A-Z]+/),
  ]);
});

test('the doctor finds an embedded database that a start refuses, and no fault at a first start', async () => {
  const { major } = installedPostgres();
  const dataDir = newFolder();
  const faults = () => faultsIn(dataDir);
  expect(await faults()).toEqual([]);
  mkdirSync(join(dataDir, '.restore-killed'));
  expect(await faults()).toEqual(['database: its restore is not finished']);
  rmSync(join(dataDir, '.restore-killed'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), `${major}\n`);
  const unopened = `database: cannot be opened: ${join(dataDir, 'postgres-password')} is missing or empty`;
  expect(await faults()).toEqual([unopened]);
  writeFileSync(join(dataDir, 'postgres-password'), '', { mode: 0o600 });
  expect(await faults()).toEqual([unopened]);
  writeFileSync(join(dataDir, 'postgres-password'), 'secret', { mode: 0o600 });
  expect(await faults()).toEqual([]);
  writeFileSync(join(dataDir, 'postgres-place'), join(dataDir, 'postgres'));
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres-upgraded-from-17'));
  expect(await faults()).toEqual(['database: its upgrade was interrupted']);
  rmSync(join(dataDir, 'postgres-upgraded-from-17'), { recursive: true });
  expect(await faults()).toEqual([`database: is missing from ${dataDir}`]);
});
