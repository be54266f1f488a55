import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../core/problem.ts';

/** A file of the build of the pages. Problem unavailable when there is none yet. */
export async function readBuilt(webDist: string, name: string): Promise<string> {
  try {
    return await readFile(join(webDist, name), 'utf8');
  } catch (cause) {
    throw new Problem('unavailable', {
      retryAfter: 5,
      cause: new Error('The pages are not built', { cause }),
    });
  }
}
