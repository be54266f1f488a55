import type { Consent, CreateMediaToken, MediaToken } from '../../../contract/generated/api.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import {
  findParticipant,
  insertParticipant,
  lastSpeakerNumber,
} from '../../store/participant/participant.ts';
import { asksConsent, keepFirstConsent, requireTranscribe } from '../consent/answer-consent.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { refuseHostLinks } from '../guest-link/create-guest-link.ts';
import { participantSecret } from '../guest-link/link-secret.ts';
import { acceptsGuests } from '../guest-link/usable-link.ts';
import { once, type OneCall } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import { lockTenantMeeting, tenantMeeting } from '../meeting/tenant-meeting.ts';
import { Problem } from '../problem.ts';
import { noteAdmitted } from '../waiting/admit-waiting.ts';
import { mayBePresent } from '../participant/note-presence.ts';
import { refuseWhenFull } from '../place/places.ts';
import {
  mintFor,
  noteRoomSession,
  openMediaRoom,
  TOKEN_SECONDS,
} from '../participant/write-admission.ts';

type Request = { actor: Actor; meetingRef: string; body: CreateMediaToken; call: OneCall };
/** What is kept for replays: no secret. */
type Kept = { participantRef: string; linkKeyId: string; mediaTokenExpiresAt: string };

/**
 * Creates a participant of the kind `client` and its media token, once for the call. A replay's token expires when the
 * first one does and has the client's current permissions. Problems: insufficient_scope for a host, meeting_not_found,
 * content_expired, meeting_not_joinable, meeting_locked, meeting_full, unavailable, participant_not_found for the
 * replay about a client that was removed or erased, validation_error without `transcribe` where the meeting asks for
 * consent, and those of `once`.
 */
export async function createMediaToken(
  ctx: Ctx,
  request: Request,
): Promise<{ token: MediaToken; replayed: boolean }> {
  refuseHostLinks(request.actor, [request.body]);
  const known = await tenantMeeting(ctx, request);
  const roomSid =
    acceptsGuests(known.state) && !known.locked ? await openMediaRoom(ctx, known) : null;
  return inTransaction(ctx, async (tx) => {
    const { outcome, replayed } = await once(tx, request.call, request.body, async () =>
      addClient(tx, await lockTenantMeeting(tx, request), roomSid, request.body),
    );
    const meeting = await lockTenantMeeting(tx, request);
    return { token: await tokenOf(tx, meeting, outcome), replayed };
  });
}

async function addClient(
  tx: TxCtx,
  meeting: MeetingRow,
  roomSid: string | null,
  body: CreateMediaToken,
): Promise<Kept> {
  if (!acceptsGuests(meeting.state))
    throw new Problem('meeting_not_joinable', { meetingState: meeting.state });
  const isAsked = asksConsent(tx, meeting);
  const consent: Consent = isAsked ? requireTranscribe(body.transcribe) : 'not_asked';
  if (meeting.locked) throw new Problem('meeting_locked');
  // It was unlocked meanwhile.
  if (roomSid === null) throw new Problem('unavailable', { retryAfter: 1 });
  const role = body.role ?? 'guest';
  await refuseWhenFull(tx, meeting, { role });
  const now = tx.clock.now();
  const linkKeyId = tx.linkKeys.current;
  const participant = await insertParticipant(tx.db, {
    participant_ref: newRef('pt'),
    meeting_ref: meeting.meeting_ref,
    guest_link_ref: null,
    link_key_id: linkKeyId,
    speaker_number: (await lastSpeakerNumber(tx.db, meeting.meeting_ref)) + 1,
    display_name: body.displayName.trim(),
    role,
    state: 'admitted',
    admitted_at: now,
    connected_at: null,
    left_at: null,
    kind: 'client',
    can_publish: body.canPublish ?? null,
    can_subscribe: body.canSubscribe ?? true,
    transcribe: isAsked || (body.transcribe ?? true),
  });
  const participantRef = participant.participant_ref;
  await keepFirstConsent(tx, participantRef, consent);
  await noteAdmitted(tx, meeting, participant);
  await noteRoomSession(tx, meeting, roomSid);
  const endsAt = now.getTime() + (body.expiresInSeconds ?? TOKEN_SECONDS) * 1000;
  return { participantRef, linkKeyId, mediaTokenExpiresAt: new Date(endsAt).toISOString() };
}

async function tokenOf(
  tx: TxCtx,
  meeting: MeetingRow,
  { participantRef, linkKeyId, mediaTokenExpiresAt }: Kept,
): Promise<MediaToken> {
  const participant = await findParticipant(tx.db, participantRef);
  if (!participant || !mayBePresent(participant)) throw new Problem('participant_not_found');
  const leftMs = Date.parse(mediaTokenExpiresAt) - tx.clock.now().getTime();
  // With 0 the token would last for hours.
  const leftSeconds = Math.floor(leftMs / 1000) || -1;
  return {
    participantRef,
    participantSecret: participantSecret(tx.linkKeys, participantRef, linkKeyId),
    mediaUrl: tx.settings.publicUrl.replace(/^http/, 'ws'),
    mediaToken: await mintFor(tx, meeting, participant, leftSeconds),
    mediaTokenExpiresAt,
  };
}
