import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from './places.mjs';
import { stillRuns, identify } from './process-identity.mjs';

/**
 * Gives `work` its own empty folder in the cache (so that a finished file can be renamed into place)
 * and removes it afterwards.
 * Folders that an interrupted run left behind are removed too.
 */
export async function inWorkspace(work) {
  const parent = join(cacheDir(), 'tmp');
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const [pid, startedAt] = name.split('-').map(Number);
    if (!stillRuns({ pid, startedAt }))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
  const { pid, startedAt } = identify(process.pid);
  const folder = join(parent, `${pid}-${startedAt ?? 0}-${Math.random().toString(36).slice(2, 8)}`);
  mkdirSync(folder);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
