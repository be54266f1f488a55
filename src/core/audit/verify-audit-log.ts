import { readAuditChains } from '../../store/audit.ts';
import type { AuditEntryTable, Db } from '../../store/schema.ts';
import { hashOf, NOTHING_BEFORE } from './audit-entry.ts';

export type AuditReport = {
  entries: number;
  /** The first of each chain that does not fit, in words. */
  faults: string[];
  /** Hash of the newest entry, hex. Kept elsewhere, it shows later that nothing was cut off at the end. */
  newest: string | null;
};

const PAGE = 5_000;

/**
 * Whether every entry is as it was written, and none is missing between two others. Entries that retention deleted, at
 * the beginning of a chain, are no fault.
 */
export async function verifyAuditLog(db: Db): Promise<AuditReport> {
  const faults: string[] = [];
  const known = new Set<string>();
  const firsts: AuditEntryTable[] = [];
  let [entries, before, newest]: [number, AuditEntryTable | null, AuditEntryTable | null] = [
    0,
    null,
    null,
  ];
  let oldest: Date | null = null;
  for (let page = await readPage(db, before); page.length > 0; page = await readPage(db, before)) {
    for (const entry of page) {
      const follows = before?.chain === entry.chain ? before : null;
      if (follows === null) firsts.push(entry);
      const fault = faultIn(entry, follows);
      if (fault !== null) faults.push(fault);
      known.add(entry.hash.toString('hex'));
      if (oldest === null || entry.at < oldest) oldest = entry.at;
      if (newest === null || entry.at >= newest.at) newest = entry;
      before = entry;
      entries++;
    }
  }
  for (const first of firsts)
    if (lacksAnchor(first, known, oldest))
      faults.push(`chain ${first.chain}: what was written before it is missing`);
  return { entries, faults, newest: newest?.hash.toString('hex') ?? null };
}

const readPage = (db: Db, before: AuditEntryTable | null) =>
  readAuditChains(db, before ?? { chain: '', number: 0 }, PAGE);

function faultIn(entry: AuditEntryTable, before: AuditEntryTable | null): string | null {
  const place = `chain ${entry.chain}, entry ${entry.number}`;
  if (!hashOf(entry).equals(entry.hash)) return `${place}: was changed`;
  if (before === null) return null;
  if (entry.number !== before.number + 1) return `${place}: entries before it are missing`;
  return entry.prev.equals(before.hash) ? null : `${place}: the entry before it is another one`;
}

/** A chain begins after the newest entry of that moment, which is there unless it is older than all that is kept. */
function lacksAnchor(
  first: AuditEntryTable,
  known: ReadonlySet<string>,
  oldest: Date | null,
): boolean {
  if (first.number !== 1 || first.prev.equals(NOTHING_BEFORE)) return false;
  if (oldest === null || first.at <= oldest) return false;
  return !known.has(first.prev.toString('hex'));
}
