import { findNewestAuditEntry, insertAuditEntries } from '../../store/audit.ts';
import type { AuditEntryTable } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';
import { randomBase62 } from '../ids.ts';
import { type AuditedCall, hashOf, NOTHING_BEFORE } from './audit-entry.ts';

export type AuditLog = {
  /** Resolves once the entry is kept, or could not be: what it tells of is done already. */
  note(call: AuditedCall): Promise<void>;
};

const CHAIN_CHARACTERS = 12;

/** One chain, of this process. Calls that come while entries are written are written together. */
export function openAuditLog({ db, clock, log }: Pick<Ctx, 'db' | 'clock' | 'log'>): AuditLog {
  const chain = randomBase62(CHAIN_CHARACTERS);
  let waiting: AuditedCall[] = [];
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let last: { number: number; hash: Buffer } | null = null;

  async function write(): Promise<void> {
    const calls = waiting;
    waiting = [];
    try {
      let before = last ?? {
        number: 0,
        hash: (await findNewestAuditEntry(db))?.hash ?? NOTHING_BEFORE,
      };
      const entries = calls.map((call) => {
        const entry = entryOf(call, { chain, before, at: clock.now() });
        before = { number: entry.number, hash: entry.hash };
        return entry;
      });
      await insertAuditEntries(db, entries);
      last = before;
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

type Place = { chain: string; before: { number: number; hash: Buffer }; at: Date };

function entryOf(call: AuditedCall, { chain, before, at }: Place): AuditEntryTable {
  const entry = {
    chain,
    number: before.number + 1,
    at,
    tenant: call.tenant,
    key_id: call.keyId,
    operation: call.operation,
    path: call.path,
    status: call.status,
    request_id: call.requestId,
    prev: before.hash,
  };
  return { ...entry, hash: hashOf(entry) };
}
