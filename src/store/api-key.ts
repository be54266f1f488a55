import { type Insertable, type Selectable, sql } from 'kysely';
import type { ApiKeyTable, Db, Tx } from './schema.ts';

type ApiKeyRow = Selectable<ApiKeyTable>;

export async function insertApiKey(db: Db | Tx, row: Insertable<ApiKeyTable>): Promise<void> {
  await db.insertInto('api_key').values(row).execute();
}

export async function findApiKey(db: Db | Tx, keyId: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_key').selectAll().where('key_id', '=', keyId).executeTakeFirst();
}

/** What a key with this id is checked against. `known` is false when there is none; the hash then fits no key. */
type KeyCheck = Pick<ApiKeyRow, 'tenant' | 'hash' | 'scopes' | 'expires_at' | 'revoked_at'> & {
  known: boolean;
};

/** Returns one row whether or not the id is known, so that the time reveals nothing. */
export async function findKeyCheck(db: Db | Tx, keyId: string): Promise<KeyCheck> {
  const { rows } = await sql<KeyCheck>`
    select key_id is not null as known, coalesce(tenant, '') as tenant,
      coalesce(hash, decode(repeat('00', 32), 'hex')) as hash, coalesce(scopes, '{}') as scopes, expires_at, revoked_at
    from (select ${keyId}::text as id) as asked left join api_key on key_id = asked.id`.execute(db);
  if (!rows[0]) throw new Error('The check of a key has no row');
  return rows[0];
}

/** Makes processes that start together create the first key one at a time. Held until the transaction ends. */
export async function lockFirstKey(tx: Tx): Promise<void> {
  await sql`lock table api_key in share row exclusive mode`.execute(tx);
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
