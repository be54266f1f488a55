import type { Db } from './schema.ts';

/** `sealed`: the key, to be opened with a secret that the database does not hold. */
export type LinkKeyRow = { key_id: string; fingerprint: string; sealed: string };

/** The row of `key_id`: `row`, sealed anew, where nobody wrote one of another fingerprint before. */
export async function claimLinkKey(db: Db, row: LinkKeyRow): Promise<LinkKeyRow> {
  await db
    .insertInto('link_key')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ sealed: row.sealed })
        .where('link_key.fingerprint', '=', row.fingerprint),
    )
    .execute();
  return db
    .selectFrom('link_key')
    .select(['key_id', 'fingerprint', 'sealed'])
    .where('key_id', '=', row.key_id)
    .executeTakeFirstOrThrow();
}

/** The newest last. */
export async function listLinkKeys(db: Db): Promise<LinkKeyRow[]> {
  return db
    .selectFrom('link_key')
    .select(['key_id', 'fingerprint', 'sealed'])
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
}
