import { type Insertable, type Selectable, sql } from 'kysely';
import type { Consent } from '../../contract/generated/api.ts';
import type { Db, TrackTable, Tx } from './schema.ts';
import type { TaskRun } from './task-run.ts';

export type TrackRow = Selectable<TrackTable>;

/** The track's row; the existing one when the media track is already known. */
export async function insertTrack(tx: Tx, row: Insertable<TrackTable>): Promise<TrackRow> {
  return tx
    .insertInto('track')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['meeting_ref', 'media_track_sid']).doUpdateSet({ closed: false }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** In order of their start. */
export async function listTracks(db: Db | Tx, meetingRef: string): Promise<TrackRow[]> {
  return db
    .selectFrom('track')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .orderBy('started_at')
    .orderBy('track_ref')
    .execute();
}

export type HeldTrack = { startedAt: Date; answers: { at: Date; consent: Consent }[] };

/**
 * Keeps the track from being deleted until the transaction ends. Its start, and its person's answers to the question
 * for consent, oldest first; null when it is gone.
 */
export async function holdTrack(tx: Tx, trackRef: string): Promise<HeldTrack | null> {
  const rows = await tx
    .selectFrom('track')
    .leftJoin('consent_answer', 'consent_answer.participant_ref', 'track.participant_ref')
    .select(['track.started_at', 'answered_at as at', 'consent'])
    .where('track_ref', '=', trackRef)
    .orderBy('answered_at')
    .forKeyShare('track')
    .execute();
  const [track] = rows;
  if (!track) return null;
  const answers = rows.flatMap(({ at, consent }) => (at && consent ? [{ at, consent }] : []));
  return { startedAt: track.started_at, answers };
}

/** Records how far the voice detector has come; it never goes back. */
export async function markScanned(tx: Tx, trackRef: string, scannedSamples: number): Promise<void> {
  await tx
    .updateTable('track')
    .set({ scanned_samples: scannedSamples })
    .where('track_ref', '=', trackRef)
    .where('scanned_samples', '<', scannedSamples)
    .execute();
}

/**
 * The same for many tracks at once. A track that another transaction has locked is skipped: waiting
 * for it while locking others may cause a deadlock. With `run`, only while that run holds its task.
 */
export async function markManyScanned(
  db: Db,
  scannedSamples: ReadonlyMap<string, number>,
  run: TaskRun | null,
): Promise<void> {
  const isHeld = run
    ? sql`exists (select from task
        where kind = ${run.kind} and ref = ${run.ref} and lease_id = ${run.leaseId})`
    : sql`true`;
  await sql`update track set scanned_samples = free.samples from (
    select track.track_ref, mark.samples from track
    join unnest(${[...scannedSamples.keys()]}::text[], ${[...scannedSamples.values()]}::bigint[])
      as mark (track_ref, samples) using (track_ref)
    where track.scanned_samples < mark.samples and ${isHeld} for no key update of track skip locked
  ) as free where track.track_ref = free.track_ref`.execute(db);
}

/** The track is over and its spool is scanned to the end. */
export async function markClosed(db: Db | Tx, trackRef: string): Promise<void> {
  await db.updateTable('track').set({ closed: true }).where('track_ref', '=', trackRef).execute();
}
