import type { MeetingRow } from '../../store/meeting.ts';
import { postponeTask } from '../../store/task.ts';
import type { TxCtx } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';

/** When the meeting ends if its room stays empty from now on. */
export function emptyRoomDueAt(tx: TxCtx, meeting: MeetingRow): Date {
  const { emptyRoomSeconds } = effectiveOptions(meeting, tx.settings);
  return new Date(tx.clock.now().getTime() + emptyRoomSeconds * 1000);
}

/** Someone who was let in has the whole empty-room time to connect. */
export function postponeEmptyRoom(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  return postponeTask(tx.db, 'empty_room', meeting.meeting_ref, emptyRoomDueAt(tx, meeting));
}
