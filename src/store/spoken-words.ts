import type { Tx } from './schema.ts';

/**
 * Deletes what the meeting's transcript was made from: ranges with their words, tracks, and the
 * names of those who spoke.
 */
export async function deleteSpokenWords(tx: Tx, meetingRef: string): Promise<void> {
  await tx.deleteFrom('track').where('meeting_ref', '=', meetingRef).execute();
  await tx
    .updateTable('participant')
    .set({ display_name: '' })
    .where('meeting_ref', '=', meetingRef)
    .execute();
}
