import type { Db } from './schema.ts';

/** The fingerprint under which `keyId` is known: `fingerprint` when nobody wrote one before. */
export async function claimLinkKey(db: Db, keyId: string, fingerprint: string): Promise<string> {
  await db
    .insertInto('link_key')
    .values({ key_id: keyId, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('link_key').select('fingerprint').where('key_id', '=', keyId).executeTakeFirstOrThrow();
  return row.fingerprint;
}
