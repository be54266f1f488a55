import { findApiKey } from '../../store/api-key.ts';
import type { Ctx } from '../context.ts';

/** Whether calls with this key would still be taken: what lasts longer than one call asks from time to time. */
export async function isKeyUsable(ctx: Ctx, keyId: string): Promise<boolean> {
  const key = await findApiKey(ctx.db, keyId);
  return (
    key !== undefined &&
    key.revoked_at === null &&
    (key.expires_at === null || key.expires_at > ctx.clock.now())
  );
}
