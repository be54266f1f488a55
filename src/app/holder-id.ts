import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { randomBase62 } from '../core/ids.ts';

/**
 * The name under which the processes of this data folder lease tasks. It stays the same over restarts, so that a new
 * process immediately takes back what a killed one held.
 */
export async function holderId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'instance-id');
  const stored = await readFile(path, 'utf8').catch(() => '');
  const id = stored.trim() || randomBase62(12);
  if (!stored.trim()) await writeFile(path, `${id}\n`, { mode: 0o600 });
  return `${hostname()}:${id}`;
}
