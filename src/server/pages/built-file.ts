import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../core/problem.ts';

/** A file of the built pages, read once and kept in memory. Problem unavailable when there is none yet. */
export function builtFile(webDist: string, name: string): () => Promise<string> {
  let held: Promise<string> | null = null;
  return () => {
    held ??= readFile(join(webDist, name), 'utf8').catch((cause: unknown) => {
      held = null;
      throw new Problem('unavailable', {
        retryAfter: 5,
        cause: new Error('The pages are not built', { cause }),
      });
    });
    return held;
  };
}
