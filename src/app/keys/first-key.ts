import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '../../../contract/generated/lists.ts';
import { createApiKey } from '../../core/api-key/create-api-key.ts';
import type { Ctx } from '../../core/context.ts';
import { listApiKeyRows, lockFirstKey } from '../../store/api-key.ts';

/**
 * At the first start on a database, writes a test key with every scope to `<data folder>/api-key` (0600).
 * It is never printed. Machines that share a database do not each create one.
 */
export async function writeFirstKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  dataDir: string,
  { isShared }: { isShared: boolean },
): Promise<void> {
  const path = join(dataDir, 'api-key');
  if (existsSync(path)) return;
  await ctx.db.transaction().execute(async (db) => {
    await lockFirstKey(db);
    if (isShared && (await listApiKeyRows(db)).length > 0) return;
    const { key } = await createApiKey(
      { ...ctx, db },
      {
        name: 'first key',
        tenant: 'default',
        mode: 'test',
        scopes: [...SCOPES],
        expiresAt: null,
      },
    );
    await writeFile(`${path}.new`, `${key}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  });
}
