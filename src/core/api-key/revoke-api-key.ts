import { markApiKeyRevoked } from '../../store/api-key.ts';
import { notify } from '../../store/notify.ts';
import type { Ctx } from '../context.ts';

/**
 * Revokes the key everywhere: at once where the notice arrives, otherwise within 30 s. False
 * when there is no such key.
 */
export async function revokeApiKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  keyId: string,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const known = await markApiKeyRevoked(tx, keyId, ctx.clock.now());
    if (known) await notify(tx, { topic: 'api_key', ref: keyId });
    return known;
  });
}
