import { findNewestAuditEntry, insertAuditEntries } from '../../store/audit.ts';
import type { AuditEntryTable, Db } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';
import { randomBase62 } from '../ids.ts';
import { type AuditedCall, hashOf, NOTHING_BEFORE } from './audit-entry.ts';

export type AuditLog = {
  /** Resolves once the entry is kept, or could not be: what it tells of is done already. */
  note(call: AuditedCall): Promise<void>;
};

const CHAIN_CHARACTERS = 12;
/** Retention keeps no chain's last entry, and deletes nothing that is younger than a day. */
const MAX_PAUSE_MS = 12 * 3_600_000;

/** What the next entry follows. */
type Place = Pick<AuditEntryTable, 'chain' | 'number' | 'hash'>;

/**
 * One chain, of this process; another one after a long pause. Calls that come while entries are written are written
 * together.
 */
export function openAuditLog({ db, clock, log }: Pick<Ctx, 'db' | 'clock' | 'log'>): AuditLog {
  let waiting: AuditedCall[] = [];
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let last: AuditEntryTable | null = null;

  async function write(): Promise<void> {
    const calls = waiting;
    waiting = [];
    try {
      const isRecent = last !== null && clock.now().getTime() - last.at.getTime() < MAX_PAUSE_MS;
      let place: Place = isRecent && last ? last : await newChain(db);
      const entries = calls.map((call) => {
        const entry = entryAfter(place, call, clock.now());
        place = entry;
        return entry;
      });
      await insertAuditEntries(db, entries);
      last = entries.at(-1) ?? null;
    } catch (error) {
      log.error('calls could not be noted in the audit log', { error });
    }
  }

  return {
    note: (call) => {
      waiting.push(call);
      next ??= (writing ?? Promise.resolve()).then(() => {
        next = null;
        writing = write();
        return writing;
      });
      return next;
    },
  };
}

async function newChain(db: Db): Promise<Place> {
  const hash = (await findNewestAuditEntry(db))?.hash ?? NOTHING_BEFORE;
  return { chain: randomBase62(CHAIN_CHARACTERS), number: 0, hash };
}

function entryAfter({ chain, number, hash }: Place, call: AuditedCall, at: Date): AuditEntryTable {
  const entry = {
    chain,
    number: number + 1,
    at,
    tenant: call.tenant,
    key_id: call.keyId,
    operation: call.operation,
    path: call.path,
    status: call.status,
    request_id: call.requestId,
    prev: hash,
  };
  return { ...entry, hash: hashOf(entry) };
}
