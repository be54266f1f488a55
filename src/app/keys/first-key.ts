import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SCOPES } from '../../../contract/generated/lists.ts';
import { createApiKey } from '../../core/api-key/create-api-key.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';
import type { Ctx } from '../../core/context.ts';
import { findApiKey, listApiKeyRows, lockFirstKey } from '../../store/api-key.ts';
import type { Db } from '../../store/schema.ts';

/** `log`: of a file that holds a key of another database. */
type FirstKeyContext = Pick<Ctx, 'db' | 'clock' | 'log'>;

/**
 * At the first start on a database, writes a test key with every scope to `<data folder>/api-key` (0600).
 * It is never printed. Machines that share a database do not each create one. The file gets its name once the key is
 * stored: a start that was killed in between is finished by the next one. A key of another database is kept beside it,
 * and found again when that database is back.
 */
export async function writeFirstKey(
  ctx: FirstKeyContext,
  dataDir: string,
  { isShared }: { isShared: boolean },
): Promise<void> {
  const path = join(dataDir, 'api-key');
  const other = await keyIdIn(path);
  if (existsSync(path) && (other === null || (await isKnown(other, ctx.db)))) return;
  const draft = `${path}.new`;
  const source =
    (await keptFile(path, ctx.db)) ??
    ((await holdsKey(draft, ctx.db)) || (await createFirstKey(ctx, draft, isShared))
      ? draft
      : null);
  // Of a start that was killed before its key was stored.
  if (source !== draft) await rm(draft, { force: true });
  const fields = { component: 'keys', ...(other !== null && { keyId: other }) };
  if (source === null) {
    if (other !== null)
      ctx.log.warn(
        'the file api-key holds a key of another database: use `parley keys create`',
        fields,
      );
    return;
  }
  if (other !== null) {
    await rename(path, `${path}.${other}`);
    ctx.log.warn(
      'the file api-key held a key of another database: its name now ends in the key ID',
      fields,
    );
  }
  await rename(source, path);
}

/** Where an earlier start kept a key of this database. */
async function keptFile(path: string, db: Db): Promise<string | null> {
  for (const name of await readdir(dirname(path))) {
    const file = join(dirname(path), name);
    const keyId = file.startsWith(`${path}.`) ? await keyIdIn(file) : null;
    if (keyId !== null && file === `${path}.${keyId}` && (await isKnown(keyId, db))) return file;
  }
  return null;
}

/** Null when there is no such file, or it holds something else. */
async function keyIdIn(path: string): Promise<string | null> {
  return keyIdOf((await readFile(path, 'utf8').catch(() => '')).trim());
}

async function isKnown(keyId: string, db: Db): Promise<boolean> {
  return (await findApiKey(db, keyId)) !== undefined;
}

async function holdsKey(path: string, db: Db): Promise<boolean> {
  const keyId = await keyIdIn(path);
  return keyId !== null && (await isKnown(keyId, db));
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
