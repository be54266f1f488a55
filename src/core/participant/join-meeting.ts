import type { Consent } from '../../../contract/generated/api.ts';
import type { KnownParticipantState } from '../../../contract/generated/lists.ts';
import {
  countLinkUse,
  findGuestLink,
  type GuestLinkRow,
  noteMediaDown,
} from '../../store/guest-link.ts';
import { lockMeeting, type MeetingRow } from '../../store/meeting.ts';
import {
  findParticipant,
  insertParticipant,
  lastSpeakerNumber,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { isHostPresent } from '../../store/participant/waiting.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { attemptRef } from '../guest-link/link-secret.ts';
import { acceptsGuests, isUsableLink } from '../guest-link/usable-link.ts';
import { newRef } from '../ids.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { traceStep } from '../trace-step.ts';
import { type Answer, keepFirstConsent, requireConsent } from '../consent/answer-consent.ts';
import { noteAdmitted } from '../waiting/admit-waiting.ts';
import { entryOf } from '../waiting/entry.ts';
import { noteWaiting, refuseWhenManyWait, waitingGuest } from '../waiting/note-waiting.ts';
import { type Joined, noteRoomSession, openMediaRoom, writeAdmission } from './write-admission.ts';
import { comeBack } from './come-back.ts';
import { refuseWhenFull } from '../place/places.ts';
import { findAttempted, type LinkProof, provenLink } from './proven-participant.ts';

export type JoinInput = LinkProof & {
  displayName: string;
  /** Given where the meeting asks whether the person may be transcribed. */
  consent?: Answer;
};
type Newcomer = Pick<JoinInput, 'displayName' | 'consent' | 'attempt'>;

/**
 * P0: admits one more participant with a media token for ten minutes. P1: lets the newcomer wait for a host. A join
 * that races with the end of the meeting loses. A page that was let in before comes back as the same participant,
 * whether or not the meeting is locked. Problems: guest_link_not_usable, participant_gone, meeting_locked,
 * meeting_full, unavailable (the media server does not answer), validation_error without an answer where the meeting
 * asks for consent.
 */
export async function joinMeeting(ctx: Ctx, input: JoinInput): Promise<Joined> {
  const { link, meeting, former } = await provenLink(ctx, input);
  return traceStep(ctx, { name: 'joinMeeting', meetingRef: meeting.meeting_ref }, () =>
    former ? comeBack(ctx, former, input) : comeIn(ctx, link, meeting, input),
  );
}

async function comeIn(
  ctx: Ctx,
  link: GuestLinkRow,
  meeting: MeetingRow,
  input: JoinInput,
): Promise<Joined> {
  const comesIn = (await entryBy(ctx, link, meeting)) === 'admitted';
  const roomSid = comesIn ? await openRoomFor(ctx, link, meeting) : null;
  const joined = await inTransaction(ctx, (tx) => enter(tx, link, roomSid, input));
  if (!joined) throw new Problem('guest_link_not_usable');
  return 'former' in joined ? comeBack(ctx, joined.former, input) : joined;
}

async function entryBy(
  ctx: Ctx | TxCtx,
  link: GuestLinkRow,
  meeting: MeetingRow,
): Promise<'admitted' | 'waiting'> {
  const hostIsPresent = await isHostPresent(ctx.db, meeting.meeting_ref);
  return entryOf(link, effectiveOptions(meeting, ctx.settings), { hostIsPresent });
}

async function openRoomFor(ctx: Ctx, link: GuestLinkRow, meeting: MeetingRow): Promise<string> {
  try {
    return await openMediaRoom(ctx, meeting);
  } catch (error) {
    if (error instanceof Problem) await inTransaction(ctx, (tx) => noteFailedJoin(tx, link));
    throw error;
  }
}

async function enter(
  tx: TxCtx,
  known: GuestLinkRow,
  roomSid: string | null,
  newcomer: Newcomer,
): Promise<Joined | { former: ParticipantRow } | undefined> {
  const meeting = await lockMeeting(tx.db, known.meeting_ref);
  const link = await findGuestLink(tx.db, known.guest_link_ref);
  if (!meeting || !link) return undefined;
  // The same attempt may have been under way.
  const { attempt } = newcomer;
  const former = attempt && (await findAttempted(tx.db, tx.linkKeys, link, attempt));
  if (former) return { former };
  if (!isUsableLink(link, meeting, tx.clock.now())) {
    if (!acceptsGuests(meeting.state)) await putDueTask(tx, 'close_room', meeting.meeting_ref);
    return undefined;
  }
  const consent = requireConsent(tx, meeting, newcomer.consent);
  if (meeting.locked) throw new Problem('meeting_locked');
  if ((await entryBy(tx, link, meeting)) === 'waiting') {
    await refuseWhenManyWait(tx, meeting);
    const participant = await addParticipant(tx, link, { ...newcomer, consent, state: 'waiting' });
    await noteWaiting(tx, meeting, participant);
    return { waiting: await waitingGuest(tx, meeting, participant) };
  }
  await refuseWhenFull(tx, meeting, link);
  const participant = await addParticipant(tx, link, { ...newcomer, consent, state: 'admitted' });
  await noteAdmitted(tx, meeting, participant);
  // A host came meanwhile: the room is opened when the page fetches its token.
  if (roomSid === null) return { waiting: await waitingGuest(tx, meeting, participant) };
  await noteRoomSession(tx, meeting, roomSid);
  return { admission: await writeAdmission(tx, meeting, participant) };
}

async function addParticipant(
  tx: TxCtx,
  link: GuestLinkRow,
  newcomer: Pick<Newcomer, 'displayName' | 'attempt'> & {
    consent: Consent;
    state: KnownParticipantState;
  },
): Promise<ParticipantRow> {
  const { displayName, consent, state, attempt } = newcomer;
  await countLinkUse(tx.db, link.guest_link_ref);
  const participant = await insertParticipant(tx.db, {
    participant_ref: await refFor(tx, link, attempt),
    meeting_ref: link.meeting_ref,
    guest_link_ref: link.guest_link_ref,
    link_key_id: link.link_key_id,
    speaker_number: (await lastSpeakerNumber(tx.db, link.meeting_ref)) + 1,
    display_name: displayName,
    role: link.role,
    state,
    admitted_at: state === 'waiting' ? null : tx.clock.now(),
    connected_at: null,
    left_at: null,
  });
  await keepFirstConsent(tx, participant.participant_ref, consent);
  return { ...participant, consent };
}

/** A participant of the same attempt who cannot come back keeps the reference. */
async function refFor(
  tx: TxCtx,
  { guest_link_ref: guestLinkRef, link_key_id: keyId }: GuestLinkRow,
  attempt: string | undefined,
): Promise<string> {
  if (attempt === undefined) return newRef('pt');
  const ref = attemptRef(tx.linkKeys, { guestLinkRef, keyId }, attempt);
  return (await findParticipant(tx.db, ref)) ? newRef('pt') : ref;
}

/** Recorded for M4. */
async function noteFailedJoin(tx: TxCtx, link: GuestLinkRow): Promise<void> {
  const meeting = await lockMeeting(tx.db, link.meeting_ref);
  if (meeting?.state === 'created') await noteMediaDown(tx.db, link.guest_link_ref, tx.clock.now());
}
