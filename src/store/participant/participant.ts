import { type Insertable, type Selectable, sql } from 'kysely';
import type { KnownParticipantState } from '../../../contract/generated/lists.ts';
import { isOneOf } from '../preparing-client.ts';
import type { Db, Tx } from '../schema.ts';
import type { ParticipantTable } from './participant-schema.ts';

export type ParticipantRow = Selectable<ParticipantTable>;

export async function insertParticipant(
  tx: Tx,
  row: Insertable<ParticipantTable>,
): Promise<ParticipantRow> {
  return tx.insertInto('participant').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findParticipant(
  db: Db | Tx,
  participantRef: string,
): Promise<ParticipantRow | undefined> {
  return db
    .selectFrom('participant')
    .selectAll()
    .where('participant_ref', '=', participantRef)
    .executeTakeFirst();
}

export async function listParticipants(db: Db | Tx, meetingRef: string): Promise<ParticipantRow[]> {
  return db
    .selectFrom('participant')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .orderBy('speaker_number')
    .execute();
}

/** The names of at most `limit` people who joined, the latest first. */
export async function listNames(db: Db | Tx, meetingRef: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('participant')
    .select('display_name')
    .where('meeting_ref', '=', meetingRef)
    .where('admitted_at', 'is not', null)
    .orderBy('speaker_number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.display_name);
}

/** In the order in which they asked to join, after the number `after`. */
export async function listParticipantPage(
  db: Db | Tx,
  meetingRef: string,
  page: {
    participantRef?: string;
    states?: readonly KnownParticipantState[];
    after?: number;
    limit: number;
  },
): Promise<ParticipantRow[]> {
  const { participantRef, states = [], after = 0, limit } = page;
  let query = db.selectFrom('participant').selectAll().where('meeting_ref', '=', meetingRef);
  if (participantRef !== undefined) query = query.where('participant_ref', '=', participantRef);
  if (states.length > 0) query = query.where('state', 'in', states);
  return query.where('speaker_number', '>', after).orderBy('speaker_number').limit(limit).execute();
}

/** The greatest speaker number given out; 0 before the first. */
export async function lastSpeakerNumber(tx: Tx, meetingRef: string): Promise<number> {
  const row = await tx
    .selectFrom('participant')
    .select((eb) => eb.fn.max('speaker_number').as('last'))
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** When someone was last admitted to the meeting. */
export async function findLatestAdmission(db: Db | Tx, meetingRef: string): Promise<Date | null> {
  const row = await db
    .selectFrom('participant')
    .select((eb) => eb.fn.max('admitted_at').as('at'))
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The meetings in which somebody was admitted and has not connected yet. */
export async function listMeetingsWithAdmitted(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('participant')
    .select('meeting_ref')
    .distinct()
    .where(sql<boolean>`state = 'admitted'`)
    .execute();
  return rows.map((row) => row.meeting_ref);
}

/** Marks the participant as in the room since `at`, or since an earlier time, and no longer away. */
export async function markConnected(
  tx: Tx,
  meetingRef: string,
  participantRef: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('participant')
    .set((eb) => ({
      connected_at: eb.fn.coalesce('connected_at', eb.val(at)),
      left_at: null,
      may_return: false,
      state: 'present' as const,
      state_reason: null,
    }))
    .where('meeting_ref', '=', meetingRef)
    .where('participant_ref', '=', participantRef)
    .execute();
}

/** Removes the participant permanently; false when that was already so. */
export async function markRemoved(tx: Tx, participantRef: string, at: Date): Promise<boolean> {
  const done = await tx
    .updateTable('participant')
    .set((eb) => ({
      state: 'removed' as const,
      state_reason: 'removed',
      left_at: eb.fn.coalesce('left_at', eb.val(at)),
      may_return: false,
    }))
    .where('participant_ref', '=', participantRef)
    .where('state', 'not in', ['removed', 'refused'])
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** `mayReturn`: returning with a newer token. */
export type Leaving = { at: Date; reason: string; mayReturn?: boolean };

/** Marks them as away since `at`; returns those who were not away already, as they were. */
export async function markLeft(
  tx: Tx,
  meetingRef: string,
  participantRefs: readonly string[],
  { at, reason, mayReturn = false }: Leaving,
): Promise<ParticipantRow[]> {
  if (participantRefs.length === 0) return [];
  const leaving = await tx
    .selectFrom('participant')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .where(isOneOf('participant_ref', participantRefs))
    .where('left_at', 'is', null)
    .orderBy('speaker_number')
    .forUpdate()
    .execute();
  if (leaving.length === 0) return [];
  const refs = leaving.map((row) => row.participant_ref);
  await tx
    .updateTable('participant')
    .set({ left_at: at, may_return: mayReturn, state: 'left', state_reason: reason })
    .where(isOneOf('participant_ref', refs))
    .execute();
  return leaving;
}

/** Why someone who has left is away, as it turned out later. */
export async function correctReason(
  tx: Tx,
  participantRef: string,
  reason: string | null,
): Promise<void> {
  await tx
    .updateTable('participant')
    .set({ state_reason: reason })
    .where('participant_ref', '=', participantRef)
    .where('state', '=', 'left')
    .execute();
}

/** No longer expects those who are away to return. */
export async function markNotReturning(tx: Tx, participantRefs: readonly string[]): Promise<void> {
  if (participantRefs.length === 0) return;
  await tx
    .updateTable('participant')
    .set({ may_return: false })
    .where(isOneOf('participant_ref', participantRefs))
    .execute();
}

/** Those who connected and have not left, in the order in which they asked to join. */
export async function listPresent(db: Db | Tx, meetingRef: string): Promise<ParticipantRow[]> {
  return db
    .selectFrom('participant')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .where('connected_at', 'is not', null)
    .where('left_at', 'is', null)
    .orderBy('speaker_number')
    .execute();
}

/** Records that the person got a media token at `at`. */
export async function markAdmitted(tx: Tx, participantRef: string, at: Date): Promise<void> {
  await tx
    .updateTable('participant')
    .set({ admitted_at: at })
    .where('participant_ref', '=', participantRef)
    .execute();
}

/** Those who joined by the link. */
export async function listLinkParticipants(
  db: Db | Tx,
  guestLinkRef: string,
): Promise<ParticipantRow[]> {
  return db
    .selectFrom('participant')
    .selectAll()
    .where('guest_link_ref', '=', guestLinkRef)
    .execute();
}

/** The meeting's participants who may be in the room, and whose link was not revoked. */
export async function listWelcome(db: Db | Tx, meetingRef: string): Promise<ParticipantRow[]> {
  return db
    .selectFrom('participant')
    .leftJoin('guest_link', 'guest_link.guest_link_ref', 'participant.guest_link_ref')
    .selectAll('participant')
    .where('participant.meeting_ref', '=', meetingRef)
    .where('guest_link.revoked_at', 'is', null)
    .where('participant.state', 'not in', ['waiting', 'refused', 'removed'])
    .execute();
}
