import { type Selectable, sql, type Updateable } from 'kysely';
import type { Meeting, MeetingState, Schedule } from '../../contract/generated/api.ts';
import type { Db, MeetingTable, TaskKind, Tx } from './schema.ts';

export type MeetingRow = Selectable<MeetingTable>;
export type NewMeetingRow = Omit<MeetingRow, 'version'>;

/**
 * A new meeting with what none is ever without: a pending transcript and summary, and its first
 * timer. One round trip.
 */
export async function insertMeeting(
  tx: Tx,
  row: NewMeetingRow,
  timer: { kind: TaskKind; dueAt: Date },
): Promise<MeetingRow> {
  const pending = {
    meeting_ref: row.meeting_ref,
    status: 'pending',
    result: null,
    reason: null,
    available_at: null,
    content: null,
  } as const;
  const artifacts = [
    { ...pending, kind: 'transcript' },
    { ...pending, kind: 'summary' },
  ] as const;
  return tx
    .with('born', (query) => query.insertInto('meeting').values(row).returningAll())
    .with('artifacts', (query) => query.insertInto('artifact').values(artifacts))
    .with('timer', (query) =>
      query
        .insertInto('task')
        .values({ kind: timer.kind, ref: row.meeting_ref, due_at: timer.dueAt }),
    )
    .selectFrom('born')
    .selectAll()
    .executeTakeFirstOrThrow();
}

export async function findMeeting(
  db: Db | Tx,
  meetingRef: string,
): Promise<MeetingRow | undefined> {
  return db
    .selectFrom('meeting')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirst();
}

/** The meeting, if it belongs to the tenant. */
export async function findTenantMeeting(
  db: Db | Tx,
  tenant: string,
  meetingRef: string,
): Promise<MeetingRow | undefined> {
  return db
    .selectFrom('meeting')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .where('tenant', '=', tenant)
    .executeTakeFirst();
}

/** The tenant's meeting, its row held until the transaction ends. */
export async function findTenantMeetingLocked(
  tx: Tx,
  tenant: string,
  meetingRef: string,
): Promise<MeetingRow | undefined> {
  return tx
    .selectFrom('meeting')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .where('tenant', '=', tenant)
    .forUpdate()
    .executeTakeFirst();
}

/** Reads the meeting and holds its row until the transaction ends. */
export async function lockMeeting(tx: Tx, meetingRef: string): Promise<MeetingRow | undefined> {
  return tx
    .selectFrom('meeting')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .forUpdate()
    .executeTakeFirst();
}

/** Compare-and-set: the moved meeting, or undefined when it was not in `from` any more. */
export async function moveMeeting(
  tx: Tx,
  meetingRef: string,
  from: MeetingState,
  to: MeetingState,
  change: Updateable<MeetingTable>,
): Promise<MeetingRow | undefined> {
  return tx
    .updateTable('meeting')
    .set((eb) => ({ ...change, state: to, version: eb('version', '+', 1) }))
    .where('meeting_ref', '=', meetingRef)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst();
}

/** Where a page of meetings begins: after this one, newest first. */
export type MeetingPosition = { createdAt: Date; meetingRef: string };

/** At most `limit` of the tenant's meetings, newest first. */
export async function listMeetingRows(
  db: Db | Tx,
  tenant: string,
  page: {
    state: MeetingState | null;
    createdAfter: Date | null;
    after: MeetingPosition | null;
    limit: number;
  },
): Promise<MeetingRow[]> {
  let query = db.selectFrom('meeting').selectAll().where('tenant', '=', tenant);
  if (page.state !== null) query = query.where('state', '=', page.state);
  if (page.createdAfter !== null) query = query.where('created_at', '>', page.createdAfter);
  if (page.after !== null) {
    const { createdAt, meetingRef } = page.after;
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'meeting_ref'), '<', eb.tuple(createdAt, meetingRef)),
    );
  }
  return query
    .orderBy('created_at', 'desc')
    .orderBy('meeting_ref', 'desc')
    .limit(page.limit)
    .execute();
}

/** Changes title, schedule and language, as a new version. */
export async function changeMeeting(
  tx: Tx,
  meetingRef: string,
  change: Pick<
    Updateable<MeetingTable>,
    'title' | 'start_at' | 'end_at' | 'timezone' | 'ends_at' | 'language_code'
  >,
): Promise<MeetingRow> {
  return tx
    .updateTable('meeting')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('meeting_ref', '=', meetingRef)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether the tenant had this meeting, and it went with the retention rules. */
export async function isMeetingExpired(
  db: Db | Tx,
  tenant: string,
  meetingRef: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('expired_meeting')
    .select('meeting_ref')
    .where('meeting_ref', '=', meetingRef)
    .where('tenant', '=', tenant)
    .executeTakeFirst();
  return row !== undefined;
}

/** Meetings that are in progress. */
export async function listRunningMeetings(db: Db | Tx): Promise<MeetingRow[]> {
  return db.selectFrom('meeting').selectAll().where('state', '=', 'in_progress').execute();
}

/** Meetings that have begun and are not over, and of those that have not begun the ones among `withRoom`. */
export async function listOpenMeetings(
  db: Db | Tx,
  withRoom: readonly string[],
): Promise<MeetingRow[]> {
  const ofThese = sql<boolean>`meeting_ref = any(${withRoom}::text[])`;
  return db
    .selectFrom('meeting')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['in_progress', 'ending']),
        eb.and([eb('state', '=', 'created'), ofThese]),
      ]),
    )
    .execute();
}

function scheduleOf(row: MeetingRow): Schedule | null {
  if (row.start_at === null || row.end_at === null || row.timezone === null) return null;
  return { startAt: row.start_at, endAt: row.end_at, timezone: row.timezone };
}

/** Changes what is not part of the meeting's representation, such as the room session; keeps its version. */
export async function noteAboutMeeting(
  db: Db | Tx,
  meetingRef: string,
  change: Pick<Updateable<MeetingTable>, 'room_sid' | 'media_seen_at'>,
): Promise<void> {
  await db.updateTable('meeting').set(change).where('meeting_ref', '=', meetingRef).execute();
}

/** The media server gave a sign of life for every running meeting. */
export async function noteMediaSeen(db: Db | Tx, at: Date): Promise<void> {
  await db
    .updateTable('meeting')
    .set({ media_seen_at: at })
    .where('state', '=', 'in_progress')
    .execute();
}

/** The wire shape of the contract. */
export function toMeeting(row: MeetingRow): Meeting {
  return {
    meetingRef: row.meeting_ref,
    meetingState: row.state,
    title: row.title,
    schedule: scheduleOf(row),
    languageCode: row.language_code,
    createdAt: row.created_at.toISOString(),
    stateChangedAt: row.state_changed_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    stateReason: row.state_reason,
  };
}
