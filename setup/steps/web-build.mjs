import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { SetupFault } from '../fault.mjs';
import { checkoutLock } from '../lock.mjs';
import { nodePath, projectRoot } from '../places.mjs';
import { runProgram } from '../program.mjs';
import { clock, say, size } from '../progress.mjs';

const MAX_MINUTES = 5;
const NOT_SOURCES = new Set(['dist', 'node_modules']);

export const name = 'web build';
export const lock = checkoutLock('web-build');

/** Done when the build was made from exactly these sources and dependencies. */
export function isDone() {
  if (!existsSync(join(web(), 'index.html'))) return true;
  try {
    return readFileSync(join(web(), 'dist', '.sources'), 'utf8') === sourcesHash();
  } catch {
    return false;
  }
}

/** Builds the pages beside the old build and then swaps the two. */
export async function run() {
  const time = clock();
  say('web build: the guest room and the console');
  const made = sourcesHash();
  const fresh = join(projectRoot(), 'node_modules', `.parley-web-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  const vite = join(projectRoot(), 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    await runProgram(
      nodePath(),
      [vite, 'build', web(), '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
      {
        cwd: projectRoot(),
        env: { NODE_ENV: 'production' },
        timeoutSeconds: MAX_MINUTES * 60,
      },
    );
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw new SetupFault('the pages could not be built', {
      tried: [error.message],
      fix: ['fix the sources in clients/web'],
    });
  }
  writeFileSync(join(fresh, '.sources'), made);
  swap(fresh);
  say(`web build: ${size(bytesBelow(join(web(), 'dist')))} in ${time()}`);
}

function swap(fresh) {
  const old = `${fresh}-old`;
  const dist = join(web(), 'dist');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

function web() {
  return join(projectRoot(), 'clients', 'web');
}

/** The client with which the console calls the service. */
function client() {
  return join(projectRoot(), 'clients', 'sdk-typescript');
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of [
    ...filesBelow(web()),
    ...filesBelow(client()),
    join(projectRoot(), 'package-lock.json'),
  ]) {
    hash
      .update(`${relative(projectRoot(), path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    });
}

function bytesBelow(folder) {
  return filesBelow(folder).reduce((sum, path) => sum + statSync(path).size, 0);
}
