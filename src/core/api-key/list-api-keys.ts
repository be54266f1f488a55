import { listApiKeyRows } from '../../store/api-key.ts';
import type { Ctx } from '../context.ts';

type ApiKeyListing = {
  keyId: string;
  tenant: string;
  name: string;
  mode: 'test' | 'live';
  scopes: readonly string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

/** Every key that was ever issued, oldest first. Holds no secret. */
export async function listApiKeys(ctx: Pick<Ctx, 'db'>): Promise<ApiKeyListing[]> {
  const rows = await listApiKeyRows(ctx.db);
  return rows.map((row) => ({
    keyId: row.key_id,
    tenant: row.tenant,
    name: row.name,
    mode: row.mode,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }));
}
