import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '../../../contract/generated/lists.ts';
import { createApiKey } from '../../core/api-key/create-api-key.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';
import type { Ctx } from '../../core/context.ts';
import { findApiKey, listApiKeyRows, lockFirstKey } from '../../store/api-key.ts';
import type { Db } from '../../store/schema.ts';

/**
 * At the first start on a database, writes a test key with every scope to `<data folder>/api-key` (0600).
 * It is never printed. Machines that share a database do not each create one. The file gets its name once the key is
 * stored: a start that was killed in between is finished by the next one.
 */
export async function writeFirstKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  dataDir: string,
  { isShared }: { isShared: boolean },
): Promise<void> {
  const path = join(dataDir, 'api-key');
  if (existsSync(path)) return;
  const draft = `${path}.new`;
  if ((await holdsKey(draft, ctx.db)) || (await createFirstKey(ctx, draft, isShared)))
    await rename(draft, path);
  // Of a start that was killed before its key was stored.
  else await rm(draft, { force: true });
}

async function holdsKey(path: string, db: Db): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const keyId = keyIdOf(text.trim());
  return keyId !== null && (await findApiKey(db, keyId)) !== undefined;
}

/** False when the database has keys, and this is not their only machine. */
async function createFirstKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  draft: string,
  isShared: boolean,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    await lockFirstKey(db);
    if (isShared && (await listApiKeyRows(db)).length > 0) return false;
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
    await writeFile(draft, `${key}\n`, { mode: 0o600, flush: true });
    return true;
  });
}
