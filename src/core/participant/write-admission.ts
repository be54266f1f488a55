import type { Admission } from '../../../contract/generated/guest-api.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant.ts';
import type { TxCtx } from '../context.ts';
import { participantSecret } from '../guest-link/link-secret.ts';
import { isTranscribed } from '../transcript/knows-language.ts';

/** Media tokens cannot be revoked, so they are short. */
export const TOKEN_SECONDS = 600;

/**
 * The participant's proof and a media token. Runs while the meeting's row is held: whoever ends the
 * meeting comes before or after.
 */
export async function writeAdmission(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
): Promise<Admission> {
  const mediaToken = await tx.media.mintToken({
    meetingRef: participant.meeting_ref,
    identity: participant.participant_ref,
    displayName: participant.display_name,
    role: 'guest',
    ttlSeconds: TOKEN_SECONDS,
  });
  return {
    participantRef: participant.participant_ref,
    participantSecret: participantSecret(
      tx.linkKeys,
      participant.participant_ref,
      participant.link_key_id,
    ),
    mediaToken,
    mediaTokenExpiresAt: new Date(tx.clock.now().getTime() + TOKEN_SECONDS * 1000).toISOString(),
    transcribed: isTranscribed(tx.settings, meeting.language_code),
  };
}
