import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runProgram } from './program.mjs';

/**
 * Makes the PostgreSQL of a package usable: npm packages cannot contain symbolic links, so the shared libraries' short
 * names are listed in native/pg-symlinks.json. The package creates them in an install script, which npm may not run.
 * Returns the program's own version line.
 */
export async function makePostgresUsable(folder) {
  const links = readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links)) {
    if (dirname(source) !== dirname(target))
      throw new Error(`unexpected link ${target} -> ${source}`);
    rmSync(join(folder, target), { force: true });
    symlinkSync(basename(source), join(folder, target));
  }
  return await runProgram(join(folder, 'native', 'bin', 'postgres'), ['--version'], {
    timeoutSeconds: 10,
  });
}
