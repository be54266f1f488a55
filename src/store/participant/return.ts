import type { Tx } from '../schema.ts';

/** Whether the tab of somebody who was removed may come in again. */
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

/** The name that somebody gave on coming back. */
export async function renameParticipant(
  tx: Tx,
  participantRef: string,
  displayName: string,
): Promise<void> {
  await tx
    .updateTable('participant')
    .set({ display_name: displayName })
    .where('participant_ref', '=', participantRef)
    .execute();
}
