import type { Selectable } from 'kysely';
import type { CaptureState, CaptureTable, Db, Tx } from './schema.ts';

type CaptureRow = Selectable<CaptureTable>;

/** The meeting is to be transcribed. */
export async function insertCapture(tx: Tx, meetingRef: string, at: Date): Promise<void> {
  await tx
    .insertInto('capture')
    .values({ meeting_ref: meetingRef, state: 'wanted', engine: null, changed_at: at })
    .onConflict((conflict) => conflict.column('meeting_ref').doNothing())
    .execute();
}

/** Undefined when the meeting is not transcribed. */
export async function findCapture(
  db: Db | Tx,
  meetingRef: string,
): Promise<CaptureRow | undefined> {
  return db
    .selectFrom('capture')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirst();
}

/** The states of the meeting, its capture and its transcript in one query, which scribes run all the time. */
export async function findCaptureReading(db: Db, meetingRef: string) {
  return db
    .selectFrom('meeting')
    .innerJoin('artifact', 'artifact.meeting_ref', 'meeting.meeting_ref')
    .leftJoin('capture', 'capture.meeting_ref', 'meeting.meeting_ref')
    .where('meeting.meeting_ref', '=', meetingRef)
    .where('artifact.kind', '=', 'transcript')
    .select([
      'meeting.state as meetingState',
      'meeting.language_code as languageCode',
      'capture.state as captureState',
      'artifact.status as transcriptStatus',
      'meeting.options',
      'meeting.title',
    ])
    .executeTakeFirst();
}

export type CaptureMove = {
  from: readonly CaptureState[];
  to: CaptureState;
  at: Date;
  engine?: CaptureTable['engine'];
  refusal?: string;
};

/** Advances the capture's state; false when it is no longer in one of `from`. */
export async function moveCapture(tx: Tx, meetingRef: string, move: CaptureMove): Promise<boolean> {
  const done = await tx
    .updateTable('capture')
    .set({
      state: move.to,
      changed_at: move.at,
      ...(move.engine && { engine: JSON.stringify(move.engine) as never }),
      ...(move.refusal && { refusal: move.refusal }),
    })
    .where('meeting_ref', '=', meetingRef)
    .where('state', 'in', move.from)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
