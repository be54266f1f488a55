import type { Db } from './schema.ts';

/** `sealed`: the key, to be opened with a secret that the database does not hold. */
type LinkKeyRow = { key_id: string; fingerprint: string; sealed: string };

/** The row of `key_id`; inserts `row` when there is none. */
export async function claimLinkKey(db: Db, row: LinkKeyRow): Promise<LinkKeyRow> {
  await db
    .insertInto('link_key')
    .values(row)
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
  return db
    .selectFrom('link_key')
    .select(['key_id', 'fingerprint', 'sealed'])
    .where('key_id', '=', row.key_id)
    .executeTakeFirstOrThrow();
}

export async function resealLinkKey(db: Db, keyId: string, sealed: string): Promise<void> {
  await db.updateTable('link_key').set({ sealed }).where('key_id', '=', keyId).execute();
}

/** Newest last. */
export async function listLinkKeys(db: Db): Promise<LinkKeyRow[]> {
  return db
    .selectFrom('link_key')
    .select(['key_id', 'fingerprint', 'sealed'])
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
}
