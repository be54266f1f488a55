import type { Selectable } from 'kysely';
import type { CaptureTable, Db, Tx } from './schema.ts';

export type CaptureRow = Selectable<CaptureTable>;

/** The meeting is to be transcribed. */
export async function insertCapture(tx: Tx, meetingRef: string, at: Date): Promise<void> {
  await tx
    .insertInto('capture')
    .values({ meeting_ref: meetingRef, state: 'wanted', engine: null, changed_at: at })
    .onConflict((conflict) => conflict.column('meeting_ref').doNothing())
    .execute();
}

/** Undefined when the meeting is not transcribed. */
export async function findCapture(db: Db | Tx, meetingRef: string): Promise<CaptureRow | undefined> {
  return db.selectFrom('capture').selectAll().where('meeting_ref', '=', meetingRef).executeTakeFirst();
}
