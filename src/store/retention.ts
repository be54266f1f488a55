// What is deleted because it is old. Large deletions are done in batches, and each returns how many rows it deleted.
import { sql } from 'kysely';
import type { IdempotencyRecordRow } from './idempotency-record.ts';
import { type ArtifactKind, type Db, TASK_KINDS, type Tx } from './schema.ts';

/** Artifacts that became available, or are to be kept by their meeting's own option, until `before`. Oldest first. */
export async function listOldArtifacts(
  db: Db,
  since: 'available_at' | 'keep_until',
  before: Date,
  limit: number,
): Promise<{ meeting_ref: string; kind: ArtifactKind }[]> {
  return db
    .selectFrom('artifact')
    .select(['meeting_ref', 'kind'])
    .where('expired_at', 'is', null)
    .where(since, '<', before)
    .orderBy(since)
    .limit(limit)
    .execute();
}

/** Meetings that were over before `before`, and whose artifacts are finished. */
export async function listOldMeetings(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ meeting_ref: string }[]> {
  // A count, not "exists", which the planner may answer by reading every artifact.
  const { rows } = await sql<{ meeting_ref: string }>`select meeting_ref from meeting
    where state in ('ended', 'cancelled', 'failed') and state_changed_at < ${before}
      and (select count(*) from artifact
        where artifact.meeting_ref = meeting.meeting_ref and status <> 'available') = 0
    order by state_changed_at limit ${limit}`.execute(db);
  return rows;
}

/** Deletes these meetings with everything that belongs to them; only the fact that they existed is kept. */
export async function expireMeetings(tx: Tx, refs: readonly string[], at: Date): Promise<void> {
  await sql`with gone as (
      delete from meeting where meeting_ref = any(${refs}::text[]) returning meeting_ref, tenant)
    insert into expired_meeting (meeting_ref, tenant, expired_at)
    select meeting_ref, tenant, ${at} from gone`.execute(tx);
  // Names every kind: the primary key begins with it.
  await sql`delete from task
    where kind = any(${TASK_KINDS}::text[]) and ref = any(${refs}::text[])`.execute(tx);
  await sql`delete from finished_room where meeting_ref = any(${refs}::text[])`.execute(tx);
}

/** `createdExpires`: when the record of the call that created the meeting may expire; both times are inclusive. */
export type RecordedMeeting = {
  tenant: string;
  meetingRef: string;
  createdExpires: { from: Date; to: Date };
};

/**
 * What is stored apart from the meeting's rows: answers to calls that may be repeated, and webhook deliveries. Of the
 * call that created the meeting, an empty record is kept, so that a late retry creates no other one.
 */
export async function deleteMeetingRecords(tx: Tx, meeting: RecordedMeeting): Promise<void> {
  await tx
    .updateTable('idempotency_record')
    .set({ fingerprint: Buffer.alloc(0), body: '' })
    .where('tenant', '=', meeting.tenant)
    .where(isCreationOf(meeting))
    .execute();
  await tx
    .deleteFrom('idempotency_record')
    .where('tenant', '=', meeting.tenant)
    .where(isAfterCreationOf(meeting))
    .execute();
  await tx
    .deleteFrom('webhook_delivery')
    .where('meeting_ref', '=', meeting.meetingRef)
    .where('status', '!=', 'pending')
    .execute();
}

/** Those whose answer has a name of someone in the meeting. */
export async function listRecordsWithNames(
  tx: Tx,
  meeting: RecordedMeeting,
): Promise<IdempotencyRecordRow[]> {
  return tx
    .selectFrom('idempotency_record')
    .selectAll()
    .where('tenant', '=', meeting.tenant)
    .where((eb) => eb.or([isCreationOf(meeting), isAfterCreationOf(meeting)]))
    .where('body', 'like', '%"displayName":"_%')
    .execute();
}

// Another meeting's metadata may name this one. The first condition on the body saves reading most records as JSON.
const isCreationOf = ({ meetingRef, createdExpires: { from, to } }: RecordedMeeting) =>
  sql<boolean>`(path = '/v1/meetings' and expires_at between ${from} and ${to}
    and body like ${`%"meetingRef":"${meetingRef}"%`}
    and nullif(body, '')::jsonb ->> 'meetingRef' = ${meetingRef})`;

// Of /v1/meetings/mtg_… and /v1/meetings/mtg_…/…, written as in their index.
const isAfterCreationOf = ({ meetingRef }: RecordedMeeting) =>
  sql<boolean>`(split_part(path, '/', 4) <> '' and split_part(path, '/', 4) = ${meetingRef})`;

/** Checks the expiry twice: a key may be used again while this waits for its row, and older servers do not look. */
export async function deleteOldIdempotencyRecords(
  db: Db,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from idempotency_record where ctid = any(array(
    select ctid from idempotency_record where expires_at <= ${now} limit ${limit}))
    and expires_at <= ${now}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteOldMediaEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from media_event where ctid = any(array(
    select ctid from media_event where received_at < ${before} limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Except for those of open meetings, which may still be needed. */
export async function deleteOldFinishedRooms(db: Db, before: Date, limit: number): Promise<number> {
  // Not a join, which the planner may answer by reading every meeting.
  const { numAffectedRows } = await sql`delete from finished_room where ctid = any(array(
    select ctid from finished_room where finished_at < ${before}
      and coalesce(
        (select state from meeting where meeting.meeting_ref = finished_room.meeting_ref), 'ended'
      ) in ('ended', 'cancelled', 'failed')
    order by finished_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes those before `before` among the `limit` oldest, so that a tenant's log never has a hole, and no more rows are
 * read when none is old.
 */
export async function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from event where ctid = any(array(
    select ctid from (select ctid, created_at from event order by event_id limit ${limit}) as oldest
    where created_at < ${before}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Whether there was such a meeting, of any tenant, and it was deleted. */
export async function wasMeetingDeleted(db: Db, meetingRef: string): Promise<boolean> {
  const row = await db
    .selectFrom('expired_meeting')
    .select('meeting_ref')
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the tenant had this meeting and the retention rules deleted it. */
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
