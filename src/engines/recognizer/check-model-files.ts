import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Beside the files of each model that `parley models get` fetched, as `sha256sum` writes it. */
const CHECKSUMS = 'SHA256SUMS';

export type UnusableFile = { path: string; detail: 'missing' | 'empty' | 'damaged' };

/** The first unusable file. Without a list of digests beside it, only its presence is checked. 80 MB take 0.2 s. */
export function findUnusableFile(paths: readonly string[]): UnusableFile | null {
  for (const path of paths) {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return { path, detail: 'missing' };
    if (size === 0) return { path, detail: 'empty' };
    const expected = listedDigest(path);
    if (
      expected !== undefined &&
      expected !== createHash('sha256').update(readFileSync(path)).digest('hex')
    )
      return { path, detail: 'damaged' };
  }
  return null;
}

function listedDigest(path: string): string | undefined {
  const list = join(dirname(path), CHECKSUMS);
  if (!existsSync(list)) return undefined;
  const lines = readFileSync(list, 'utf8').split('\n');
  return lines
    .find((line) => line.endsWith(`  ${basename(path)}`) && !line.startsWith('#'))
    ?.slice(0, 64);
}
