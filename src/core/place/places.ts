// The places in a meeting: at most maxParticipants people at a time. Each function needs the meeting's row locked.
import type { ParticipantRole } from '../../../contract/generated/api.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import { countPlaces, isConnected } from '../../store/participant/place.ts';
import type { TxCtx } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { Problem } from '../problem.ts';

/** Someone who got a token this recently and is not in the room may be connecting with it right now. */
export const CONNECTING_MS = 60_000;

/**
 * A place is held from admission for as long as connecting may take, so that people who come at the same moment do not
 * share the last one. A place held by a connecting guest does not keep a host out. A participant who comes back may
 * already hold a place. Problem meeting_full.
 */
export async function refuseWhenFull(
  tx: TxCtx,
  meeting: MeetingRow,
  who: { role: ParticipantRole; participantRef?: string },
): Promise<void> {
  if (await isFull(tx, meeting, who)) throw new Problem('meeting_full');
}

/**
 * Whether someone whom the media server sees in the room has no place: the token outlived the place, or a host took it
 * meanwhile.
 */
export async function isOneTooMany(
  tx: TxCtx,
  meeting: MeetingRow,
  { participant_ref: participantRef }: ParticipantRow,
): Promise<boolean> {
  if (await isConnected(tx.db, participantRef)) return false;
  return isFull(tx, meeting, { role: 'host', participantRef });
}

async function isFull(
  tx: TxCtx,
  meeting: MeetingRow,
  { role, participantRef: but = null }: { role: ParticipantRole; participantRef?: string | null },
): Promise<boolean> {
  const admittedSince = new Date(tx.clock.now().getTime() - CONNECTING_MS);
  const others = await countPlaces(tx.db, meeting.meeting_ref, { role, admittedSince, but });
  return others >= effectiveOptions(meeting, tx.settings).maxParticipants;
}
