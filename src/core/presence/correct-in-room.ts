import { findMeeting } from '../../store/meeting.ts';
import { listParticipants } from '../../store/participant/participant.ts';
import type { Ctx } from '../context.ts';
import type { InRoom } from '../ports.ts';
import { mayBePresent } from '../participant/note-presence.ts';
import { inRoom, updateInRoom } from '../participant/update-in-room.ts';

/**
 * Revokes what an old media token grants, which stays valid after a lock or a change of role. `seen`: the media
 * server's current state of these people.
 */
export async function correctInRoom(
  ctx: Ctx,
  meetingRef: string,
  seen: readonly { participantRef: string; current: InRoom | null }[],
): Promise<void> {
  const told = new Map(seen.map(({ participantRef, current }) => [participantRef, current]));
  if ([...told.values()].every((current) => current === null)) return;
  const meeting = await findMeeting(ctx.db, meetingRef);
  if (!meeting) return;
  for (const row of await listParticipants(ctx.db, meetingRef)) {
    const current = told.get(row.participant_ref);
    if (current && mayBePresent(row) && differs(current, inRoom(row, meeting, ctx.settings)))
      await updateInRoom(ctx, meetingRef, row.participant_ref);
  }
}

/** Pure. */
export function differs(a: InRoom, b: InRoom): boolean {
  return asText(a) !== asText(b);
}

const asText = ({ role, consent, sends, sendsMessages, handRaisedAt, subscribes }: InRoom) =>
  JSON.stringify([role, consent, sends.toSorted(), sendsMessages, handRaisedAt, subscribes]);
