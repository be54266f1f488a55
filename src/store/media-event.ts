import { sql } from 'kysely';
import type { Db, Tx } from './schema.ts';

/** Remembers the event; false when it was delivered before. */
export async function insertMediaEvent(
  tx: Db | Tx,
  eventId: string,
  receivedAt: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('media_event')
    .values({ event_id: eventId, received_at: receivedAt })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function wasMediaEventReceived(db: Db, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_event')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that this room session is over. */
export async function insertFinishedRoom(
  tx: Tx,
  roomSid: string,
  meetingRef: string,
  finishedAt: Date,
): Promise<void> {
  await tx
    .insertInto('finished_room')
    .values({ room_sid: roomSid, meeting_ref: meetingRef, finished_at: finishedAt })
    .onConflict((conflict) => conflict.column('room_sid').doNothing())
    .execute();
}

export async function isRoomFinished(db: Db | Tx, roomSid: string): Promise<boolean> {
  const row = await db
    .selectFrom('finished_room')
    .select('room_sid')
    .where('room_sid', '=', roomSid)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records a sign of life from the media server for every running meeting. One that another transaction has locked is
 * skipped: while waiting for it, all others would be locked.
 */
export async function noteMediaSeen(db: Db | Tx, at: Date): Promise<void> {
  await sql`update meeting set media_seen_at = ${at} from (
      select meeting_ref from meeting where state = 'in_progress' for no key update skip locked
    ) as free where meeting.meeting_ref = free.meeting_ref`.execute(db);
}
