import type { Clock, Log, MediaPort, OutgoingHttpPort, TracePort, WriterPort } from './ports.ts';
import type { RecordedEvent } from '../store/event.ts';
import { isDeadlock, isStatementOutdated } from '../store/database/trouble.ts';
import type { Db, Tx } from '../store/schema.ts';
import { writeEvents } from './event/write-events.ts';

export type CoreSettings = {
  /** No trailing slash. guestUrl, Location and problem types always begin with it. */
  publicUrl: string;
  /** People in one meeting at the same time. */
  roomMaxParticipants: number;
  emptyRoomSeconds: number;
  noShowSeconds: number;
  maxMeetingSeconds: number;
  mediaLostSeconds: number;
  endingSeconds: number;
  speech: 'on' | 'off';
  /** ISO 639 codes of the languages that the speech engines know; null when there are many. */
  speechLanguages: readonly string[] | null;
  summary: 'on' | 'off';
  keep: KeepSettings;
};

/** Days. 0 = forever, except for audio: deleted once the transcript is final. */
type KeepSettings = {
  audioDays: number;
  transcriptDays: number;
  meetingDays: number;
  eventDays: number;
  auditDays: number;
};

/** HMAC keys by key id; `current` signs, all verify. 32 bytes each. */
export type LinkKeys = { current: string; keys: Record<string, Buffer> };

export type Ctx = {
  db: Db;
  clock: Clock;
  media: MediaPort;
  writer: WriterPort;
  outgoing: OutgoingHttpPort;
  settings: CoreSettings;
  linkKeys: LinkKeys;
  log: Log;
  /** Absent when tracing is off. */
  traces?: TracePort;
};

/** The same context inside a transaction. */
export type TxCtx = Omit<Ctx, 'db'> & {
  db: Tx;
  /** Written before the commit, in this order. */
  events: RecordedEvent[];
};

/** A retry prepares its statements again. */
const ATTEMPTS = 3;

/**
 * Runs `work` in one transaction; repeats it from the beginning when a newer version has changed a table meanwhile, or
 * when it and another transaction waited for each other. Never await an external service inside.
 */
export async function inTransaction<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  const once = () =>
    ctx.db.transaction().execute(async (db) => {
      const tx: TxCtx = { ...ctx, db, events: [] };
      const answer = await work(tx);
      await writeEvents(db, tx.events, tx.clock.now());
      return answer;
    });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      const mayRepeat = isStatementOutdated(error) || isDeadlock(error);
      if (attempt === ATTEMPTS || !mayRepeat) throw error;
    }
  }
}

/** The actor for a tenant: a key, or a host in a page. */
export type Tenancy = { tenant: string };
export type Actor = { kind: 'api_key'; keyId: string; tenant: string; scopes: readonly string[] };
