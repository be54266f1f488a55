import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './schema.ts';
import { connectionOptions } from './open-store.ts';

/**
 * `task`: something is due now. `meeting`, `artifact`, `capture`: the row with this ref has
 * changed. `event`: the tenant has one more. `api_key`: forget it. `lobby`: someone may join this
 * meeting soon. `live`: the meeting has more words. `interim`: interim words, as JSON.
 * `rates`: calls that an `api` process counted, as JSON. `interim_wanted`: someone will read the
 * interim words of this meeting in the next seconds. `test`: whether notices arrive.
 */
export type Notice = {
  topic:
    | 'task'
    | 'meeting'
    | 'artifact'
    | 'capture'
    | 'event'
    | 'api_key'
    | 'lobby'
    | 'live'
    | 'interim'
    | 'rates'
    | 'interim_wanted'
    | 'test';
  ref: string;
};

export const CHANNEL = 'parley';

/** Notifies every process when the transaction commits. A notice is a hint: nothing may depend on its arrival. */
export async function notify(db: Db | Tx, ...notices: readonly Notice[]): Promise<void> {
  const texts = notices.map((notice) => JSON.stringify(notice));
  await sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) text`.execute(db);
}

/** The same, for the meeting of a track. */
export async function notifyOfTrack(db: Db | Tx, topic: 'live', trackRef: string): Promise<void> {
  const notice = sql`json_build_object('topic', ${topic}::text, 'ref', meeting_ref)::text`;
  await sql`select pg_notify(${CHANNEL}, ${notice})
    from track where track_ref = ${trackRef}`.execute(db);
}

export type NoticeFollower = {
  onNotice(notice: Notice): void;
  /** Called when listening begins, and again after each break: notices from before may have been missed. */
  onListening?(): void;
  /** Called with the reason of each failed try to begin. */
  onRefused?(error: unknown): void;
  /** Called with what the others throw, which must not end the process. */
  onFault(error: unknown): void;
};

/** Calls the follower until `stop`. Reconnects 1 s after a break. */
export function listen(
  url: string,
  follower: NoticeFollower,
): { ready: Promise<void>; stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const tell = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      follower.onFault(error);
    }
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client(connectionOptions(url));
    client = next;
    next.on('notification', ({ payload }) => {
      const notice = readNotice(payload);
      if (notice) tell(() => follower.onNotice(notice));
    });
    next.on('error', () => {});
    next.on('end', () => {
      if (client === next) reconnectLater();
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      // A database that accepts us but refuses LISTEN, as a standby does, would hold one more
      // connection with every try.
      void next.end().catch(() => {});
      if (!stopped) tell(() => follower.onRefused?.(error));
      return reconnectLater();
    }
    tell(() => follower.onListening?.());
  };
  const reconnectLater = (): void => {
    if (stopped) return;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), 1_000);
  };
  const ready = connect();
  return {
    ready,
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}

/** Null for foreign notices: anyone who may connect to the database may write to a channel of that name. */
function readNotice(payload = ''): Notice | null {
  try {
    const read: unknown = JSON.parse(payload);
    const isNotice =
      typeof read === 'object' &&
      read !== null &&
      'topic' in read &&
      'ref' in read &&
      typeof read.ref === 'string';
    return isNotice ? (read as Notice) : null;
  } catch {
    return null;
  }
}
