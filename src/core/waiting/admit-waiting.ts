import { findGuestLink } from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import { admitWaiting, isHostPresent, listWaiting } from '../../store/participant/waiting.ts';
import type { TxCtx } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { noteStep } from '../participant/note-presence.ts';
import { postponeEmptyRoom } from '../presence/empty-room-due.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { entryOf } from './entry.ts';
import { refuseWhenFull } from '../place/places.ts';

/**
 * P2: lets a waiting person in, who then fetches a token. Does nothing for someone who no longer waits. Needs the
 * meeting's row locked. Problem meeting_full.
 */
export async function letIn(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
): Promise<void> {
  if (participant.state !== 'waiting') return;
  await refuseWhenFull(tx, meeting, participant);
  const admitted = await admitWaiting(tx.db, participant.participant_ref, tx.clock.now());
  if (admitted) await noteAdmitted(tx, meeting, admitted);
}

/** P2 for each of these, in order, until the meeting is full. Needs the meeting's row locked. */
export async function letInWhileThereIsRoom(
  tx: TxCtx,
  meeting: MeetingRow,
  waiting: readonly ParticipantRow[],
): Promise<void> {
  try {
    for (const participant of waiting) await letIn(tx, meeting, participant);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'meeting_full') throw error;
  }
}

/** P2 for those who would not have to wait if they came now. Needs the meeting's row locked. */
export async function letInWhoNeedNotWait(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  if (meeting.locked) return;
  const options = effectiveOptions(meeting, tx.settings);
  const hostIsPresent = await isHostPresent(tx.db, meeting.meeting_ref);
  const direct: ParticipantRow[] = [];
  for (const participant of await listWaiting(tx.db, meeting.meeting_ref)) {
    const link = await findGuestLink(tx.db, participant.guest_link_ref);
    const way = link && { role: participant.role, admission: link.admission };
    if (way && entryOf(way, options, { hostIsPresent }) === 'admitted') direct.push(participant);
  }
  await letInWhileThereIsRoom(tx, meeting, direct);
}

/** What P0 and P2 have in common. */
export async function noteAdmitted(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
): Promise<void> {
  await noteStep(tx, 'participant.admitted', meeting, participant);
  await postponeEmptyRoom(tx, meeting);
  // Someone may speak soon: the scribe should be in the room before the guest.
  const { transcription } = effectiveOptions(meeting, tx.settings);
  if (meeting.state === 'created' && transcription !== 'off')
    await putDueTask(tx, 'attend_meeting', meeting.meeting_ref);
}
