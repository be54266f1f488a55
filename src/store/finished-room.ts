import type { Db, Tx } from './schema.ts';

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
