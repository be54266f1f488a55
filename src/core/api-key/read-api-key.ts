import type { Key } from '../../../contract/generated/api.ts';
import { findApiKey } from '../../store/api-key.ts';
import type { Actor, Ctx } from '../context.ts';
import { Problem } from '../problem.ts';

/** The caller's own key, without its limits, which the server knows. Problem unauthorized when it is gone. */
export async function readApiKey(ctx: Ctx, actor: Actor): Promise<Omit<Key, 'limits'>> {
  const row = await findApiKey(ctx.db, actor.keyId);
  if (!row) throw new Problem('unauthorized');
  return {
    keyId: row.key_id,
    name: row.name,
    tenant: row.tenant,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
