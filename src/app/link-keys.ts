import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinkKeys } from '../core/context.ts';

export function linkKeysPath(dataDir: string): string {
  return join(dataDir, 'link-keys.json');
}

/** The keys that link secrets are derived from, made at the first start: `<data folder>/link-keys.json`, mode 0600. */
export async function loadLinkKeys(dataDir: string): Promise<LinkKeys> {
  const path = linkKeysPath(dataDir);
  const text = await readFile(path, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return makeLinkKeys(path);
  });
  const stored: { current: string; keys: Record<string, string> } = JSON.parse(text);
  return {
    current: stored.current,
    keys: Object.fromEntries(Object.entries(stored.keys).map(([id, key]) => [id, Buffer.from(key, 'base64')])),
  };
}

async function makeLinkKeys(path: string): Promise<string> {
  const text = JSON.stringify({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return text;
}
