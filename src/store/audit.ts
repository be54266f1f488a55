import { CompiledQuery, sql } from 'kysely';
import type { AuditEntryTable, Db } from './schema.ts';

const COLUMNS = Object.keys({
  chain: true,
  number: true,
  at: true,
  tenant: true,
  key_id: true,
  participant_ref: true,
  operation: true,
  path: true,
  status: true,
  request_id: true,
  prev: true,
  hash: true,
} satisfies Record<keyof AuditEntryTable, true>).join(', ');

// One text for any number of entries, so that it is prepared once.
const INSERT = `insert into audit_entry (${COLUMNS})
  select ${COLUMNS} from json_populate_recordset(null::audit_entry, $1::json)`;

export async function insertAuditEntries(
  db: Db,
  entries: readonly AuditEntryTable[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    prev: byteaText(entry.prev),
    hash: byteaText(entry.hash),
  }));
  await db.executeQuery(CompiledQuery.raw(INSERT, [JSON.stringify(rows)]));
}

const byteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

export async function findNewestAuditEntry(db: Db): Promise<AuditEntryTable | undefined> {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findLastOfAuditChain(
  db: Db,
  chain: string,
): Promise<AuditEntryTable | undefined> {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Newest first; only of one tenant or key where given. */
export async function listAuditEntries(
  db: Db,
  { tenant, keyId, limit }: { tenant?: string; keyId?: string; limit: number },
): Promise<AuditEntryTable[]> {
  let query = db.selectFrom('audit_entry').selectAll();
  if (tenant !== undefined) query = query.where('tenant', '=', tenant);
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  return query.orderBy('at', 'desc').orderBy('number', 'desc').limit(limit).execute();
}

/** The first entry of each chain. */
export async function listAuditBeginnings(db: Db): Promise<AuditEntryTable[]> {
  // Written as in its index: with a parameter, the planner could not match it.
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where(sql<boolean>`number = 1`)
    .execute();
}

/** Every entry, chain by chain, in pages: those after this position. */
export async function readAuditChains(
  db: Db,
  after: { chain: string; number: number },
  limit: number,
): Promise<AuditEntryTable[]> {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where((eb) => eb(eb.refTuple('chain', 'number'), '>', eb.tuple(after.chain, after.number)))
    .orderBy('chain')
    .orderBy('number')
    .limit(limit)
    .execute();
}

/**
 * Deletes entries from before `before`, oldest first; returns how many. An entry stays while one that follows it is
 * younger, so that each young entry can be checked against its predecessor. The newest of all also stays, since the
 * next chain begins after it.
 */
export async function deleteOldAuditEntries(db: Db, before: Date, limit: number): Promise<number> {
  // Counts, not "exists", which the planner may answer by reading every young entry.
  const { numAffectedRows } = await sql`delete from audit_entry where ctid = any(array(
    select ctid from audit_entry as old
    where at < ${before}
      and (select count(*) from audit_entry as next
        where next.chain = old.chain and next.number = old.number + 1 and next.at >= ${before}) = 0
      and (select count(*) from audit_entry as first
        where first.number = 1 and first.prev = old.hash and first.at >= ${before}) = 0
      and (chain, number) <> (
        select chain, number from audit_entry order by at desc, number desc limit 1)
    order by at, number limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
