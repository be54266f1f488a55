import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../setup/places.mjs';

/** The built scripts among these paths of the page, each by gzip -9, in kilobytes. */
export async function scriptKilobytes(loaded: readonly string[]): Promise<number> {
  const folder = join(projectRoot(), 'clients/web/dist');
  const scripts = [...new Set(loaded)].filter((path) => path.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(join(folder, path)), { level: 9 }).length),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
}
