import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinkKeys } from '../../core/context.ts';
import {
  joinLinkKeys,
  type LinkKeysPlace,
  shareLinkKeys,
} from '../../core/guest-link/share-link-keys.ts';
import type { Db } from '../../store/schema.ts';

type Stored = { current: string; keys: Record<string, string> };

/**
 * The keys that link secrets are derived from: `<data folder>/link-keys.json`, mode 0600, written
 * at the first start. The other processes on the database get them from there.
 */
export async function openLinkKeys(
  db: Db,
  dataDir: string,
  media: { apiSecret: string; isSecretRight: () => Promise<boolean> },
): Promise<LinkKeys> {
  const place: LinkKeysPlace = {
    path: join(dataDir, 'link-keys.json'),
    mediaSecret: media.apiSecret,
    isSecretRight: media.isSecretRight,
  };
  const kept = await readLinkKeys(place.path);
  if (kept) {
    await shareLinkKeys(db, kept, place);
    return kept;
  }
  const joined = await joinLinkKeys(db, place);
  await writeLinkKeys(place.path, joined);
  return joined;
}

async function readLinkKeys(path: string): Promise<LinkKeys | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const { current, keys } = JSON.parse(text) as Stored;
    return { current, keys: mapped(keys, (key) => Buffer.from(key, 'base64')) };
  } catch {
    // The cause may quote a key.
    throw new Error(
      `${path} is damaged: replace it by its backup, or remove it to take the keys from the database`,
    );
  }
}

async function writeLinkKeys(path: string, { current, keys }: LinkKeys): Promise<void> {
  const stored: Stored = { current, keys: mapped(keys, (key) => key.toString('base64')) };
  await writeFile(`${path}.new`, JSON.stringify(stored), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

function mapped<From, To>(
  keys: Readonly<Record<string, From>>,
  change: (key: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(keys).map(([id, key]) => [id, change(key)]));
}
