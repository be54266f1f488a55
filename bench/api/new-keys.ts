import { SCOPES } from '../../contract/generated/lists.ts';
import { createApiKey } from '../../src/core/api-key/create-api-key.ts';
import type { Db } from '../../src/store/schema.ts';

/** A key for each of these tenants, with every scope. */
export async function newKeys(db: Db, tenants: readonly string[]): Promise<string[]> {
  const ctx = { db, clock: { now: () => new Date() } };
  const made = await Promise.all(
    tenants.map((tenant) => {
      const wish = { name: 'bench', tenant, mode: 'test', expiresAt: null } as const;
      return createApiKey(ctx, { ...wish, scopes: SCOPES });
    }),
  );
  return made.map(({ key }) => key);
}
