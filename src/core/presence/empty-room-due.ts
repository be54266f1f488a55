import type { MeetingRow } from '../../store/meeting.ts';
import type { TxCtx } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';

/** When the meeting ends if its room stays empty from now on. */
export function emptyRoomDueAt(tx: TxCtx, meeting: MeetingRow): Date {
  const { emptyRoomSeconds } = effectiveOptions(meeting, tx.settings);
  return new Date(tx.clock.now().getTime() + emptyRoomSeconds * 1000);
}
