import { insertApiKey } from '../../store/api-key.ts';
import type { Ctx } from '../context.ts';
import { hashOf, newApiKey } from './key-format.ts';
import type { Scope } from '../../../contract/generated/lists.ts';

export type NewApiKey = {
  name: string;
  tenant: string;
  mode: 'test' | 'live';
  scopes: readonly Scope[];
  expiresAt: Date | null;
};

/** Issues a key. The key itself is only in this answer; the database keeps its hash. */
export async function createApiKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  input: NewApiKey,
): Promise<{ key: string; keyId: string }> {
  const made = newApiKey(input.mode);
  await insertApiKey(ctx.db, {
    key_id: made.keyId,
    tenant: input.tenant,
    name: input.name,
    mode: input.mode,
    hash: hashOf(made.key),
    scopes: [...new Set(input.scopes)],
    created_at: ctx.clock.now(),
    expires_at: input.expiresAt,
    revoked_at: null,
    last_used_at: null,
  });
  return made;
}
