import { findApiKey, findKeyCheck, noteApiKeyUsed } from '../../store/api-key.ts';
import type { Actor, Ctx } from '../context.ts';
import { hashOf, keyIdOf, sameHash } from './key-format.ts';

export type VerifiedKey = { actor: Actor; expiresAt: Date | null };

/** The holder of this key; null when it is malformed, unknown, expired or revoked: callers cannot tell which. */
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

/** Whether the key is still valid; work that outlasts one call checks this from time to time. */
export async function isKeyUsable(ctx: Ctx, keyId: string): Promise<boolean> {
  const key = await findApiKey(ctx.db, keyId);
  return (
    key !== undefined &&
    key.revoked_at === null &&
    (key.expires_at === null || key.expires_at > ctx.clock.now())
  );
}
