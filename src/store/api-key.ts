import type { Insertable, Selectable } from 'kysely';
import type { ApiKeyTable, Db, Tx } from './schema.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

export async function insertApiKey(db: Db | Tx, row: Insertable<ApiKeyTable>): Promise<void> {
  await db.insertInto('api_key').values(row).execute();
}

export async function findApiKey(db: Db | Tx, keyId: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_key').selectAll().where('key_id', '=', keyId).executeTakeFirst();
}

export async function listApiKeyRows(db: Db | Tx): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_key').selectAll().orderBy('created_at').orderBy('key_id').execute();
}

export async function noteApiKeyUsed(db: Db | Tx, keyId: string, at: Date): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: at }).where('key_id', '=', keyId).execute();
}

/** Keeps the time of the first revocation. False when there is no such key. */
export async function markApiKeyRevoked(db: Db | Tx, keyId: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('api_key')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(at)) }))
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
