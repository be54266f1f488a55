import { findMeeting } from '../../store/meeting.ts';
import { listParticipants } from '../../store/participant/participant.ts';
import type { Ctx } from '../context.ts';
import type { InRoom } from '../ports.ts';
import { mayBePresent } from '../participant/note-presence.ts';
import { inRoom, updateInRoom } from '../participant/update-in-room.ts';

/**
 * Revokes what an old media token grants, which stays valid after a lock or a change of role, and removes those who are
 * no participants: with one token, LiveKit lets a client join under further identities. `seen`: the media server's
 * current state of these people.
 */
export async function correctInRoom(
  ctx: Ctx,
  meetingRef: string,
  seen: readonly { participantRef: string; current: InRoom | null }[],
): Promise<void> {
  const told = new Map(seen.map(({ participantRef, current }) => [participantRef, current]));
  const meeting = told.size > 0 ? await findMeeting(ctx.db, meetingRef) : undefined;
  if (!meeting) return;
  const rows = await listParticipants(ctx.db, meetingRef);
  const known = new Set(rows.map((row) => row.participant_ref));
  for (const identity of told.keys())
    if (!known.has(identity)) await ctx.media.removeParticipant(meetingRef, identity);
  for (const row of rows) {
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
