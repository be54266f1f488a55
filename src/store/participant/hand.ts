import type { Db, Tx } from '../schema.ts';

/** Up since `at`, or down for null. A hand that is already up keeps its time; false when nothing changes. */
export async function setHand(
  db: Db | Tx,
  participantRef: string,
  at: Date | null,
): Promise<boolean> {
  const done = await db
    .updateTable('participant')
    .set({ hand_raised_at: at })
    .where('participant_ref', '=', participantRef)
    .where('hand_raised_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
