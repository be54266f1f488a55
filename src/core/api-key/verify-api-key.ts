import { findKeyCheck, noteApiKeyUsed } from '../../store/api-key.ts';
import type { Actor, Ctx } from '../context.ts';
import { hashOf, keyIdOf, sameHash } from './key-format.ts';

export type VerifiedKey = { actor: Actor; expiresAt: Date | null };

/** Who holds this key; null when it is malformed, unknown, expired or revoked, which callers must not tell apart. */
export async function verifyApiKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  key: string,
): Promise<VerifiedKey | null> {
  const keyId = keyIdOf(key);
  if (keyId === null) return null;
  const check = await findKeyCheck(ctx.db, keyId);
  const same = sameHash(hashOf(key), check.hash);
  const now = ctx.clock.now();
  if (!check.known || !same || check.revoked_at !== null) return null;
  if (check.expires_at !== null && check.expires_at <= now) return null;
  await noteApiKeyUsed(ctx.db, keyId, now);
  return {
    actor: { kind: 'api_key', keyId, tenant: check.tenant, scopes: check.scopes },
    expiresAt: check.expires_at,
  };
}
