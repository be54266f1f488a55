// The places of a meeting: maxParticipants people are in it at the same time. Each needs the meeting's row locked.
import type { ParticipantRole } from '../../../contract/generated/api.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import { countPlaces, isConnected } from '../../store/participant/place.ts';
import type { TxCtx } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { Problem } from '../problem.ts';

/** Whoever was handed a token so recently, and is not in the room, may be connecting by it just now. */
export const CONNECTING_MS = 60_000;

/**
 * A place is held from the admission on for as long as connecting may take, so that people who come at the same moment
 * do not share the last one. Guests on their way hold none against a host. A participant who comes back may hold a
 * place already. Problem meeting_full.
 */
export async function refuseWhenFull(
  tx: TxCtx,
  meeting: MeetingRow,
  who: { role: ParticipantRole; participantRef?: string },
): Promise<void> {
  if (await isFull(tx, meeting, who)) throw new Problem('meeting_full');
}

/**
 * Whether the media server sees somebody in the room who is one too many: the token is older than the place, or a host
 * took the place meanwhile.
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
  const admittedSince = placesHeldSince(tx);
  const others = await countPlaces(tx.db, meeting.meeting_ref, { role, admittedSince, but });
  return others >= effectiveOptions(meeting, tx.settings).maxParticipants;
}

const placesHeldSince = ({ clock }: TxCtx): Date => new Date(clock.now().getTime() - CONNECTING_MS);
