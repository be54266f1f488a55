import { listShutOut } from '../../store/participant.ts';
import type { TxCtx } from '../context.ts';

/**
 * Of those who are in the room the ones whose link was not revoked: nobody else keeps a meeting
 * going, or begins one.
 */
export async function welcomePeople(
  tx: TxCtx,
  meetingRef: string,
  people: readonly string[],
): Promise<string[]> {
  const shutOut = new Set((await listShutOut(tx.db, meetingRef)).map((row) => row.participant_ref));
  return people.filter((person) => !shutOut.has(person));
}
