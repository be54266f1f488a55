import { listAuditBeginnings, readAuditChains } from '../../store/audit.ts';
import type { AuditEntryTable, Db } from '../../store/schema.ts';
import { hashOf, NOTHING_BEFORE } from './audit-entry.ts';

export type AuditReport = {
  entries: number;
  /** For each chain, what is wrong at the first entry that does not fit. */
  faults: string[];
  /** Hash of the newest entry, hex. Kept elsewhere, it proves later that nothing was cut off at the end. */
  newest: string | null;
};

const PAGE = 5_000;

/**
 * Whether every entry is as it was written and none is missing before another. `keptSince`: older entries may have
 * been deleted by retention; null when everything is kept.
 */
export async function verifyAuditLog(db: Db, keptSince: Date | null): Promise<AuditReport> {
  const faults: string[] = [];
  const firsts = await listAuditBeginnings(db);
  // Only these hashes are remembered: there may be more entries than a Set can hold.
  const unseen = new Set(firsts.map(({ prev }) => prev.toString('hex')));
  const isKept = ({ at }: AuditEntryTable) => keptSince === null || at >= keptSince;
  let entries = 0;
  let before: AuditEntryTable | null = null;
  let newest: AuditEntryTable | null = null;
  for (let page = await readPage(db, before); page.length > 0; page = await readPage(db, before)) {
    for (const entry of page) {
      const follows = before?.chain === entry.chain ? before : null;
      const fault = faultIn(entry, follows, isKept(entry));
      if (fault !== null) faults.push(fault);
      unseen.delete(entry.hash.toString('hex'));
      if (newest === null || entry.at >= newest.at) newest = entry;
      before = entry;
      entries++;
    }
  }
  for (const first of firsts.filter(isKept))
    if (!first.prev.equals(NOTHING_BEFORE) && unseen.has(first.prev.toString('hex')))
      faults.push(`chain ${first.chain}: what was written before it is missing`);
  return { entries, faults, newest: newest?.hash.toString('hex') ?? null };
}

const readPage = (db: Db, before: AuditEntryTable | null) =>
  readAuditChains(db, before ?? { chain: '', number: 0 }, PAGE);

/** Retention keeps the entry just before one that is kept: see `deleteOldAuditEntries`. */
function faultIn(
  entry: AuditEntryTable,
  before: AuditEntryTable | null,
  isKept: boolean,
): string | null {
  const place = `chain ${entry.chain}, entry ${entry.number}`;
  if (!hashOf(entry).equals(entry.hash)) return `${place}: was changed`;
  if (entry.number !== (before?.number ?? 0) + 1)
    return isKept ? `${place}: entries before it are missing` : null;
  if (before === null) return null;
  return entry.prev.equals(before.hash) ? null : `${place}: the entry before it is another one`;
}
