import { CompiledQuery, type Selectable, sql, type Updateable } from 'kysely';
import type {
  Meeting,
  MeetingOptions,
  MeetingState,
  Metadata,
  Schedule,
} from '../../contract/generated/api.ts';
import { isOneOf, PLANNED_EACH_TIME } from './preparing-client.ts';
import type { Db, MeetingTable, Tx } from './schema.ts';

export type MeetingRow = Selectable<MeetingTable>;
/** Without what the table fills in; the two values are JSON. */
export type NewMeetingRow = Omit<MeetingRow, 'metadata' | 'options' | 'locked' | 'version'> & {
  metadata: string;
  options: string;
};

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

/** The meeting, if it belongs to the tenant. Each column that is not asked for makes the read cheaper. */
export async function findTenantMeeting<Column extends keyof MeetingRow = keyof MeetingRow>(
  db: Db | Tx,
  tenant: string,
  meetingRef: string,
  columns?: readonly Column[],
): Promise<Pick<MeetingRow, Column> | undefined> {
  const text = `select ${columns?.join(', ') ?? '*'} from meeting where meeting_ref = $1 and tenant = $2`;
  const query = CompiledQuery.raw(text, [meetingRef, tenant]);
  return (await db.executeQuery<Pick<MeetingRow, Column>>(query)).rows[0];
}

/** The tenant's meeting, with its row locked until the transaction ends. */
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

/** Reads the meeting and locks its row until the transaction ends. */
export async function lockMeeting(tx: Tx, meetingRef: string): Promise<MeetingRow | undefined> {
  return tx
    .selectFrom('meeting')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .forUpdate()
    .executeTakeFirst();
}

/** Compare-and-set: the changed meeting, or undefined when it was no longer in `from`. */
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

/** Where a page of meetings begins: after this one. */
export type MeetingPosition = { createdAt: Date; meetingRef: string };

/** Null or absent is no filter. `startFrom` and `startTo` are inclusive; the others are exclusive. */
export type MeetingFilter = {
  states: readonly MeetingState[];
  createdAfter: Date | null;
  createdBefore: Date | null;
  startFrom: Date | null;
  startTo: Date | null;
  metadata: Metadata;
};

/** At most `limit` of the tenant's meetings, by their creation. */
export async function listMeetingRows(
  db: Db | Tx,
  tenant: string,
  filter: MeetingFilter,
  page: { order: 'asc' | 'desc'; after: MeetingPosition | null; limit: number },
): Promise<MeetingRow[]> {
  let query = db.selectFrom('meeting').selectAll().where('tenant', '=', tenant);
  const { states, createdAfter, createdBefore, startFrom, startTo, metadata } = filter;
  if (states.length > 0) query = query.where('state', 'in', states);
  if (createdAfter !== null) query = query.where('created_at', '>', createdAfter);
  if (createdBefore !== null) query = query.where('created_at', '<', createdBefore);
  if (startFrom !== null) query = query.where('starts_at', '>=', startFrom);
  if (startTo !== null) query = query.where('starts_at', '<=', startTo);
  if (Object.keys(metadata).length > 0)
    query = query
      .where(sql<boolean>`metadata <> '{}'`)
      .where(sql<boolean>`metadata @> ${JSON.stringify(metadata)}::jsonb`);
  if (page.after !== null) {
    const { createdAt, meetingRef } = page.after;
    query = query.where((eb) =>
      eb(
        eb.refTuple('created_at', 'meeting_ref'),
        page.order === 'asc' ? '>' : '<',
        eb.tuple(createdAt, meetingRef),
      ),
    );
  }
  return query
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .orderBy('created_at', page.order)
    .orderBy('meeting_ref', page.order)
    .limit(page.limit)
    .execute();
}

/** Changes what the client may change, as a new version. */
export async function changeMeeting(
  tx: Tx,
  meetingRef: string,
  change: Pick<
    Updateable<MeetingTable>,
    | 'title'
    | 'start_at'
    | 'end_at'
    | 'timezone'
    | 'starts_at'
    | 'ends_at'
    | 'rescheduled_at'
    | 'language_code'
    | 'metadata'
    | 'options'
    | 'locked'
  >,
): Promise<MeetingRow> {
  return tx
    .updateTable('meeting')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('meeting_ref', '=', meetingRef)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Meetings that are in progress. */
export async function listRunningMeetings(db: Db | Tx): Promise<MeetingRow[]> {
  return db.selectFrom('meeting').selectAll().where('state', '=', 'in_progress').execute();
}

/** Meetings that have begun and are not over, and those among `createdRefs` that have not begun. */
export async function listOpenMeetings(
  db: Db | Tx,
  createdRefs: readonly string[],
): Promise<MeetingRow[]> {
  return db
    .selectFrom('meeting')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['in_progress', 'ending']),
        eb.and([eb('state', '=', 'created'), isOneOf('meeting_ref', createdRefs)]),
      ]),
    )
    .execute();
}

/** As the client sent it. */
export function scheduleOf(
  row: Pick<MeetingRow, 'start_at' | 'end_at' | 'timezone'>,
): Schedule | null {
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

/** Of the wire shape. */
export const SHOWN_COLUMNS = [
  'meeting_ref',
  'state',
  'title',
  'start_at',
  'end_at',
  'timezone',
  'language_code',
  'created_at',
  'state_changed_at',
  'started_at',
  'ended_at',
  'state_reason',
  'metadata',
  'options',
  'locked',
] as const satisfies (keyof MeetingRow)[];
export type ShownMeeting = Pick<MeetingRow, (typeof SHOWN_COLUMNS)[number]>;

/** The wire shape of the contract. */
export function toMeeting(row: ShownMeeting, options: MeetingOptions): Meeting {
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
    metadata: row.metadata,
    options,
    locked: row.locked,
  };
}
