import type { MeetingRow } from '../../store/meeting.ts';
import { countSeated } from '../../store/participant.ts';
import type { TxCtx } from '../context.ts';
import { Problem } from '../problem.ts';
import { TOKEN_SECONDS } from './write-admission.ts';

/**
 * A place is taken from the admission on, for as long as its token can be used, so that people who come at the same
 * moment do not share the last one. `who` comes back, and may hold a place already. Needs the
 * meeting's row locked. Problem meeting_full.
 */
export async function refuseWhenFull(
  tx: TxCtx,
  { meeting_ref: meetingRef }: MeetingRow,
  who: string | null = null,
): Promise<void> {
  const admittedSince = new Date(tx.clock.now().getTime() - TOKEN_SECONDS * 1000);
  const others = await countSeated(tx.db, meetingRef, admittedSince, who);
  if (others >= tx.settings.roomMaxParticipants) throw new Problem('meeting_full');
}
