import { findApiKey, noteApiKeyUsed } from '../../store/api-key.ts';
import type { Actor, Ctx } from '../context.ts';
import { hashOf, keyIdOf, sameHash } from './key-format.ts';

export type VerifiedKey = { actor: Actor; expiresAt: Date | null };

/** Who holds this key; null when it is malformed, unknown, expired or revoked, which callers must not tell apart. */
export async function verifyApiKey(ctx: Pick<Ctx, 'db' | 'clock'>, key: string): Promise<VerifiedKey | null> {
  const keyId = keyIdOf(key);
  if (keyId === null) return null;
  const row = await findApiKey(ctx.db, keyId);
  const same = sameHash(hashOf(key), row?.hash);
  const now = ctx.clock.now();
  if (!row || !same || row.revoked_at !== null) return null;
  if (row.expires_at !== null && row.expires_at <= now) return null;
  await noteApiKeyUsed(ctx.db, keyId, now);
  return { actor: { kind: 'api_key', keyId, tenant: row.tenant, scopes: row.scopes }, expiresAt: row.expires_at };
}
