import { hkdfSync, randomBytes } from 'node:crypto';
import { claimLinkKey, listLinkKeys, resealLinkKey } from '../../store/link-key.ts';
import type { Db } from '../../store/schema.ts';
import type { LinkKeys } from '../context.ts';
import { seal, unseal } from '../sealing.ts';
import { linkKeyFingerprint } from './link-secret.ts';

const FIRST_KEY_ID = 'k1';
const KEY_BYTES = 32;

export type LinkKeysPlace = {
  /** Named in messages to the operator. */
  path: string;
  /** The secret with which the keys are sealed in the database. */
  mediaSecret: string;
  /** Whether the media server accepts that secret. */
  isSecretRight(): Promise<boolean>;
};

/**
 * The keys for a process that has none: those of the other processes on this database, or else new
 * ones. Rejects when the existing ones were sealed with another secret.
 */
export async function joinLinkKeys(db: Db, place: LinkKeysPlace): Promise<LinkKeys> {
  if ((await listLinkKeys(db)).length === 0) {
    const first: LinkKeys = {
      current: FIRST_KEY_ID,
      keys: { [FIRST_KEY_ID]: randomBytes(KEY_BYTES) },
    };
    await claim(db, first, place);
  }
  // Another process may have been faster.
  const rows = await listLinkKeys(db);
  const keys = rows.map(
    ({ key_id, sealed }) => [key_id, openLinkKey(sealed, key_id, place.mediaSecret)] as const,
  );
  const closed = keys.find(([, key]) => key === null);
  if (closed) throw new Error(otherSecret(place.path, closed[0]));
  return {
    current: rows.at(-1)?.key_id ?? FIRST_KEY_ID,
    keys: Object.fromEntries(keys) as LinkKeys['keys'],
  };
}

/**
 * Shares these keys with the other processes on this database. Rejects when they use another key of
 * the same id: each would refuse the other's links, and webhooks would be signed with a secret that
 * their owners never received.
 */
export async function shareLinkKeys(
  db: Db,
  linkKeys: LinkKeys,
  place: LinkKeysPlace,
): Promise<void> {
  const foreign = await claim(db, linkKeys, place);
  if (foreign !== undefined) throw new Error(foreignKey(place.path, foreign));
}

/** The id of a key that differs from the one shared under this id. */
async function claim(
  db: Db,
  linkKeys: LinkKeys,
  { mediaSecret, isSecretRight }: LinkKeysPlace,
): Promise<string | undefined> {
  for (const [keyId, key] of Object.entries(linkKeys.keys)) {
    const fingerprint = linkKeyFingerprint(linkKeys, keyId);
    const sealed = sealLinkKey(key, keyId, mediaSecret);
    const row = await claimLinkKey(db, { key_id: keyId, fingerprint, sealed });
    if (row.fingerprint !== fingerprint) return keyId;
    // Sealed with a mistyped secret, the key could not be opened by any machine that has the right one.
    if (openLinkKey(row.sealed, keyId, mediaSecret) === null && (await isSecretRight()))
      await resealLinkKey(db, keyId, sealed);
  }
  return undefined;
}

function foreignKey(path: string, keyId: string): string {
  return `${path} is not the file that the guest links and webhooks in this database were made with.
  Remove it to take the one that belongs to them from the database, or copy it from another machine's
  data folder or the backup. If it is lost, so are those links and secrets: write another name for
  ${keyId} into ${path}, in both places, and start again.`;
}

function otherSecret(path: string, keyId: string): string {
  return `${path} is missing, and the key ${keyId} in the database cannot be opened with this LIVEKIT_API_SECRET.
  Copy link-keys.json from the data folder of another machine or from the backup, or give the secret
  that the others have.`;
}

function sealLinkKey(key: Buffer, keyId: string, mediaSecret: string): string {
  return seal(sealingKey(mediaSecret), key, Buffer.from(keyId));
}

/** Null when it was sealed with another secret. */
function openLinkKey(sealed: string, keyId: string, mediaSecret: string): Buffer | null {
  try {
    return unseal(sealingKey(mediaSecret), sealed, Buffer.from(keyId));
  } catch {
    return null;
  }
}

/** By HKDF (RFC 5869). */
function sealingKey(mediaSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', mediaSecret, '', 'parley link keys', 32));
}
