import type { AuditEntryTable, Db } from './schema.ts';

export async function insertAuditEntries(
  db: Db,
  entries: readonly AuditEntryTable[],
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values([...entries])
    .execute();
}

export async function findNewestAuditEntry(db: Db): Promise<AuditEntryTable | undefined> {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest first; of one tenant or key where one is given. */
export async function listAuditEntries(
  db: Db,
  { tenant, keyId, limit }: { tenant?: string; keyId?: string; limit: number },
): Promise<AuditEntryTable[]> {
  let query = db.selectFrom('audit_entry').selectAll();
  if (tenant !== undefined) query = query.where('tenant', '=', tenant);
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  return query.orderBy('at', 'desc').orderBy('number', 'desc').limit(limit).execute();
}

/** Every entry, chain by chain, in pages: those after this place. */
export async function readAuditChains(
  db: Db,
  after: { chain: string; number: number },
  limit: number,
): Promise<AuditEntryTable[]> {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('chain', '>', after.chain),
        eb.and([eb('chain', '=', after.chain), eb('number', '>', after.number)]),
      ]),
    )
    .orderBy('chain')
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** How many went. */
export async function deleteOldAuditEntries(db: Db, before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('audit_entry')
    .where((eb) =>
      eb(
        eb.refTuple('chain', 'number'),
        'in',
        eb
          .selectFrom('audit_entry')
          .select(['chain', 'number'])
          .where('at', '<', before)
          .orderBy('at')
          .limit(limit)
          .$asTuple('chain', 'number'),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
