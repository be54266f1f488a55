import { lockMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import { renameParticipant } from '../../store/participant/return.ts';
import { type Answer, keepFirstConsent, requireConsent } from '../consent/answer-consent.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { participantSecret } from '../guest-link/link-secret.ts';
import { Problem } from '../problem.ts';
import { waitingGuest } from '../waiting/note-waiting.ts';
import { noteStep } from './note-presence.ts';
import type { Joined } from './write-admission.ts';
import { renewAdmission } from './renew-admission.ts';

/**
 * The same participant returns in another page of the same tab, with the name and answer given now. A participant who
 * was waiting keeps waiting. Problems: those of `renewAdmission`, validation_error without an answer where the meeting
 * asks.
 */
export async function comeBack(
  ctx: Ctx,
  former: ParticipantRow,
  page: { displayName: string; consent?: Answer },
): Promise<Joined> {
  const { meeting_ref: meetingRef, participant_ref: participantRef } = former;
  const waiting = await inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, meetingRef);
    if (!meeting) throw new Problem('guest_link_not_usable');
    const consent = requireConsent(tx, meeting, page.consent);
    if (await renameParticipant(tx.db, participantRef, page.displayName))
      await notify(tx.db, { topic: 'meeting', ref: meetingRef });
    if (await keepFirstConsent(tx, participantRef, consent))
      await noteStep(tx, 'participant.updated', meeting, former);
    return former.state === 'waiting' ? waitingGuest(tx, meeting, former) : null;
  });
  if (waiting) return { waiting };
  const secret = participantSecret(ctx.linkKeys, participantRef, former.link_key_id);
  return {
    admission: await renewAdmission(ctx, { participantRef, participantSecret: secret }),
  };
}
