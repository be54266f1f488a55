import {
  findLastOfAuditChain,
  findNewestAuditEntry,
  insertAuditEntries,
} from '../../store/audit.ts';
import { isUniqueViolation } from '../../store/database/trouble.ts';
import type { AuditEntryTable, Db } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';
import { randomBase62 } from '../ids.ts';
import { isTransientError } from '../is-transient-error.ts';
import { waitAtMost } from '../timing.ts';
import { type AuditedCall, hashOf, NOTHING_BEFORE } from './audit-entry.ts';

export type AuditLog = {
  /** Resolves once the entry is stored, or could not be stored yet: its call has already been carried out. */
  note(call: AuditedCall): Promise<void>;
  /** Tries once more to store what waits, within 2 s; logs how many entries are lost. Nothing is noted afterwards. */
  stop(): Promise<void>;
};

const CHAIN_CHARACTERS = 12;
/** Retention keeps no chain's last entry, and deletes nothing that is younger than a day. */
const MAX_PAUSE_MS = 12 * 3_600_000;
const MAX_TOGETHER = 1_000;
/** Calls held in memory while the database is unreachable. */
const MAX_WAITING = 10_000;
/** How long they wait there, unless another call is noted first. */
const RETRY_AFTER_MS = 10_000;
const STOP_WITHIN_MS = 2_000;

type Noted = { call: AuditedCall; at: Date };

/** The entry that the next one follows. */
type Position = Pick<AuditEntryTable, 'chain' | 'number' | 'hash'>;

/**
 * One chain per process, and a new one after a long pause. Calls that arrive during a write are written together in
 * the next; calls that the database could not store are written with later ones.
 */
export function openAuditLog({ db, clock, log }: Pick<Ctx, 'db' | 'clock' | 'log'>): AuditLog {
  /** With those of a write until it ends. */
  const waiting: Noted[] = [];
  let isStopped = false;
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let retrying: NodeJS.Timeout | undefined;
  const entries = openEntries({ db, clock });

  function writeSoon(): Promise<void> {
    clearTimeout(retrying);
    next ??= (writing ?? Promise.resolve()).then(() => {
      next = null;
      writing = write();
      return writing;
    });
    return next;
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const noted = waiting.slice(0, MAX_TOGETHER);
      const taken = noted.length;
      let left: Noted[] = [];
      try {
        await entries.write(noted);
      } catch (error) {
        // The number is taken: a write without an answer was committed after we checked for it.
        const isKept = isTransientError(error) || isUniqueViolation(error);
        if (isKept) {
          left = noted;
          clearTimeout(retrying);
          if (!isStopped) retrying = setTimeout(() => void writeSoon(), RETRY_AFTER_MS).unref();
        } else entries.giveUp();
        const said = isKept ? 'not be noted in the audit log yet' : 'not be noted in the audit log';
        log.error(`calls could ${said}`, { count: noted.length, error });
        return;
      } finally {
        waiting.splice(0, taken, ...left);
      }
    }
  }

  return {
    note: (call) => {
      if (waiting.length < MAX_WAITING) waiting.push({ call, at: clock.now() });
      else log.error('calls could not be noted in the audit log', { count: 1 });
      return writeSoon();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(retrying);
      await waitAtMost(writeSoon(), STOP_WITHIN_MS);
      const count = waiting.length;
      if (count > 0) log.error('audit log entries are lost: the process is stopping', { count });
    },
  };
}

/** The entries of this process. After `giveUp`, the next one begins another chain. */
function openEntries({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  let last: AuditEntryTable | null = null;
  /** The position before a write that was given up without an answer: its entries may have been written. */
  let tried: Position | null = null;

  /** Removes from `noted` what turns out to be written already. */
  async function write(noted: Noted[]): Promise<void> {
    const written = tried && (await findLastOfAuditChain(db, tried.chain));
    if (tried && written) {
      noted.splice(0, written.number - tried.number);
      last = written;
    }
    tried = null;
    const isRecent = last !== null && clock.now().getTime() - last.at.getTime() < MAX_PAUSE_MS;
    const first: Position = isRecent && last ? last : await newChain(db);
    let position = first;
    const following = noted.map(({ call, at }) => {
      const entry = entryAfter(position, call, at);
      position = entry;
      return entry;
    });
    if (following.length === 0) return;
    tried = first;
    await insertAuditEntries(db, following);
    tried = null;
    last = following.at(-1) ?? null;
  }

  return { write, giveUp: () => void (tried = last = null) };
}

async function newChain(db: Db): Promise<Position> {
  const hash = (await findNewestAuditEntry(db))?.hash ?? NOTHING_BEFORE;
  return { chain: randomBase62(CHAIN_CHARACTERS), number: 0, hash };
}

function entryAfter(
  { chain, number, hash }: Position,
  call: AuditedCall,
  at: Date,
): AuditEntryTable {
  const entry = {
    chain,
    number: number + 1,
    at,
    tenant: call.tenant,
    key_id: call.keyId,
    participant_ref: call.participantRef,
    operation: call.operation,
    path: call.path,
    status: call.status,
    request_id: call.requestId,
    prev: hash,
  };
  return { ...entry, hash: hashOf(entry) };
}
