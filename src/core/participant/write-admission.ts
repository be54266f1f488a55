import type { Admission, WaitingGuest } from '../../../contract/generated/guest-api.ts';
import { type MeetingRow, noteAboutMeeting } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { participantSecret } from '../guest-link/link-secret.ts';
import { isTranscribed } from '../transcript/knows-language.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { orUnavailable } from '../media-away.ts';
import { inRoom } from './update-in-room.ts';

/** A participant who waits has no media token. */
export type Joined = { admission: Admission } | { waiting: WaitingGuest };

/** Media tokens cannot be revoked, so they expire soon. */
export const TOKEN_SECONDS = 600;

/**
 * The participant's proof and a media token. Runs while the meeting's row is locked, so the meeting
 * cannot end meanwhile.
 */
export async function writeAdmission(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
): Promise<Admission> {
  const mediaToken = await mintFor(tx, meeting, participant, TOKEN_SECONDS);
  return {
    participantRef: participant.participant_ref,
    participantSecret: participantSecret(
      tx.linkKeys,
      participant.participant_ref,
      participant.link_key_id,
    ),
    mediaToken,
    mediaTokenExpiresAt: new Date(tx.clock.now().getTime() + TOKEN_SECONDS * 1000).toISOString(),
    transcribed: isTranscribed(tx.settings, meeting),
    chat: effectiveOptions(meeting, tx.settings).chat === 'on',
    role: participant.role,
  };
}

/** Opening the room for someone may have begun a new session of it. */
export async function noteRoomSession(
  tx: TxCtx,
  meeting: MeetingRow,
  roomSid: string,
): Promise<void> {
  if (meeting.room_sid !== roomSid)
    await noteAboutMeeting(tx.db, meeting.meeting_ref, { room_sid: roomSid });
}

/** With what the participant may do now. */
export function mintFor(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
  ttlSeconds: number,
): Promise<string> {
  return tx.media.mintToken({
    meetingRef: participant.meeting_ref,
    identity: participant.participant_ref,
    displayName: participant.display_name,
    kind: participant.kind,
    transcribe: participant.transcribe,
    ...inRoom(participant, meeting, tx.settings),
    ttlSeconds,
  });
}

/** The sid of the meeting's room, created if needed. Problem unavailable when the media server does not answer. */
export function openMediaRoom(ctx: Ctx, meeting: MeetingRow): Promise<string> {
  const { emptyRoomSeconds } = effectiveOptions(meeting, ctx.settings);
  return orUnavailable(ctx.media.openRoom(meeting.meeting_ref, emptyRoomSeconds));
}
