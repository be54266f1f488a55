import type { Consent } from '../../../contract/generated/api.ts';
import type { Presence } from '../../../contract/generated/guest-api.ts';
import { keepConsent } from '../../store/participant/consent.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { invalidFields } from '../problem.ts';
import { isTranscribed } from '../transcript/knows-language.ts';
import { noteStep } from '../participant/note-presence.ts';
import {
  lockStandingOf,
  type ParticipantProof,
  provenParticipant,
} from '../participant/proven-participant.ts';
import { updateInRoom } from '../participant/update-in-room.ts';

/** The version of the question that the page asks; it changes with the wording. */
const WORDING = '2026-11-29';

export type Answer = 'given' | 'declined';

/** Whether each person is asked before they are transcribed. */
export function asksConsent(
  { settings }: Pick<Ctx, 'settings'>,
  meeting: Pick<MeetingRow, 'options' | 'language_code'>,
): boolean {
  return (
    effectiveOptions(meeting, settings).transcription === 'consent' &&
    isTranscribed(settings, meeting)
  );
}

/** Problem validation_error when the meeting asks and there is no answer. */
export function requireConsent(tx: Ctx | TxCtx, meeting: MeetingRow, answer?: Answer): Consent {
  if (!asksConsent(tx, meeting)) return 'not_asked';
  if (answer !== undefined) return answer;
  const detail = 'Say whether what the person says may be transcribed: given or declined.';
  throw invalidFields([{ pointer: '#/consent', code: 'required', detail }]);
}

/** The answer that a client gives for those who speak through it. Problem validation_error when there is none. */
export function requireTranscribe(transcribe: boolean | undefined): Answer {
  if (transcribe !== undefined) return transcribe ? 'given' : 'declined';
  const detail =
    'Say whether what the client says may be transcribed: the meeting asks for consent.';
  throw invalidFields([{ pointer: '#/transcribe', code: 'required', detail }]);
}

/** Stores the answer of someone who joins or comes back; false when it is unchanged. */
export async function keepFirstConsent(
  tx: TxCtx,
  participantRef: string,
  consent: Consent,
): Promise<boolean> {
  if (consent === 'not_asked') return false;
  return keepConsent(tx.db, participantRef, { consent, at: tx.clock.now(), wording: WORDING });
}

/**
 * Applies from now on; what was said before is not affected. Nothing changes in a meeting that does not ask. Problem
 * guest_link_not_usable, also once the meeting is over.
 */
export async function answerConsent(
  ctx: Ctx,
  proof: ParticipantProof,
  consent: Answer,
): Promise<Presence> {
  const proven = await provenParticipant(ctx, proof);
  const { participant_ref: participantRef, meeting_ref: meetingRef } = proven;
  const meetingState = await inTransaction(ctx, async (tx) => {
    const { meeting, participant } = await lockStandingOf(tx, proven);
    const answer = { consent, at: tx.clock.now(), wording: WORDING };
    if (asksConsent(tx, meeting) && (await keepConsent(tx.db, participantRef, answer)))
      await noteStep(tx, 'participant.updated', meeting, participant);
    return meeting.state;
  });
  await updateInRoom(ctx, meetingRef, participantRef);
  return { meetingState };
}
