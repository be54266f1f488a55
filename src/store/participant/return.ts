import type { Tx } from '../schema.ts';

/** Whether the tab of someone who was removed may join again. */
export async function setMayComeAgain(
  tx: Tx,
  participantRef: string,
  mayComeAgain: boolean,
): Promise<void> {
  await tx
    .updateTable('participant')
    .set({ may_come_again: mayComeAgain })
    .where('participant_ref', '=', participantRef)
    .where('state', '=', 'removed')
    .execute();
}

/** The name that a participant gave on returning; false when it is the same. */
export async function renameParticipant(
  tx: Tx,
  participantRef: string,
  displayName: string,
): Promise<boolean> {
  const done = await tx
    .updateTable('participant')
    .set({ display_name: displayName })
    .where('participant_ref', '=', participantRef)
    .where('display_name', '!=', displayName)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
