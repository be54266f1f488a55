import type { Insertable, Selectable } from 'kysely';
import type { Db, TrackTable, Tx } from './schema.ts';

export type TrackRow = Selectable<TrackTable>;

/** The track's row; the one that stands when the media track is known already. */
export async function insertTrack(tx: Tx, row: Insertable<TrackTable>): Promise<TrackRow> {
  return tx
    .insertInto('track')
    .values(row)
    .onConflict((conflict) => conflict.columns(['meeting_ref', 'media_track_sid']).doUpdateSet({ closed: false }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** In order of beginning. */
export async function listTracks(db: Db | Tx, meetingRef: string): Promise<TrackRow[]> {
  return db.selectFrom('track').selectAll().where('meeting_ref', '=', meetingRef).orderBy('started_at').orderBy('track_ref').execute();
}

/** Keeps the track from being deleted until the transaction ends. False when it is gone. */
export async function holdTrack(tx: Tx, trackRef: string): Promise<boolean> {
  const row = await tx.selectFrom('track').select('track_ref').where('track_ref', '=', trackRef).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

/** How far the voice detector has come; never back. False when it was as far before, and when the track is gone. */
export async function markScanned(db: Db | Tx, trackRef: string, scannedSamples: number): Promise<boolean> {
  const done = await db
    .updateTable('track')
    .set({ scanned_samples: scannedSamples })
    .where('track_ref', '=', trackRef)
    .where('scanned_samples', '<', scannedSamples)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** The track is over and its spool is scanned to the end. */
export async function markClosed(db: Db | Tx, trackRef: string): Promise<void> {
  await db.updateTable('track').set({ closed: true }).where('track_ref', '=', trackRef).execute();
}
