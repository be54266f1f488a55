import type {
  ModerateRequest,
  Presence,
  WaitingRoom,
} from '../../../contract/generated/guest-api.ts';
import { createHash } from 'node:crypto';
import { findGuestLink } from '../../store/guest-link.ts';
import { findMeeting, type MeetingRow } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import { listWaiting } from '../../store/participant/waiting.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { stillAdmitsParticipant } from '../guest-link/usable-link.ts';
import { lowerHand } from '../hand/raise-hand.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { setMeetingLock } from '../meeting/lock-meeting.ts';
import { Problem } from '../problem.ts';
import { admitAll, admitParticipant, refuseParticipant } from '../waiting/decide-waiting.ts';
import {
  muteAll,
  muteParticipant,
  type ParticipantRequest,
  removeParticipant,
  unlockMedia,
} from './moderate.ts';
import { mayBePresent } from './note-presence.ts';
import { type ParticipantProof, provenParticipant } from './proven-participant.ts';
import { setRole } from './set-role.ts';

export type HostAction = Pick<ModerateRequest, 'operation' | 'source' | 'lock'> & {
  participantRef: string | null;
};

/** What a host acted on, once that has succeeded or failed. */
export type NoteAction = (
  acted: { tenant: string; meetingRef: string },
  failure: { error: unknown } | null,
) => Promise<void>;

/**
 * What a host does in the page, done as the API's operation does it. Problems: guest_link_not_usable, host_required,
 * participant_not_found, and those of the operation.
 */
export async function moderateMeeting(
  ctx: Ctx,
  proof: ParticipantProof,
  action: HostAction,
  note: NoteAction = async () => {},
): Promise<Presence> {
  const { tenant, meeting_ref: meetingRef } = await hostedMeeting(ctx, proof);
  // Another host may take the role away meanwhile.
  const permit = async (tx: TxCtx) => requireHost(await provenParticipant(tx, proof));
  const request = { actor: { tenant }, meetingRef, call: null, permit };
  const about = { ...request, participantRef: action.participantRef ?? '' };
  await moderate(ctx, about, action).catch(async (error: unknown) => {
    await note({ tenant, meetingRef }, { error });
    throw error;
  });
  await note({ tenant, meetingRef }, null);
  const meeting = await findMeeting(ctx.db, meetingRef);
  if (!meeting) throw new Problem('guest_link_not_usable');
  return { meetingState: meeting.state };
}

/** Each by the name of its operation in the contract. */
async function moderate(
  ctx: Ctx,
  request: ParticipantRequest,
  { operation, source = 'microphone', lock = false }: HostAction,
): Promise<unknown> {
  switch (operation) {
    case 'admitParticipant':
      return admitParticipant(ctx, request);
    case 'refuseParticipant':
      return refuseParticipant(ctx, request);
    case 'admitAll':
      return admitAll(ctx, request);
    case 'removeParticipant':
      return removeParticipant(ctx, { ...request, revokeLink: false });
    case 'muteParticipant':
      return muteParticipant(ctx, { ...request, source, lock });
    case 'muteAll':
      return muteAll(ctx, request);
    case 'lockMeeting':
      return setMeetingLock(ctx, { ...request, locked: true });
    case 'unlockMeeting':
      return setMeetingLock(ctx, { ...request, locked: false });
    case 'unlockMedia':
      return unlockMedia(ctx, request);
    case 'makeHost':
      return setRole(ctx, { ...request, role: 'host' });
    case 'makeGuest':
      return setRole(ctx, { ...request, role: 'guest' });
    case 'lowerHand':
      return lowerHand(ctx, request);
    case 'endMeeting':
      return endMeeting(ctx, request, 'host');
    default:
      return operation satisfies never;
  }
}

/** The people who wait, for a host's page. Problems: guest_link_not_usable, host_required. */
export async function readWaitingRoom(
  ctx: Ctx,
  proof: ParticipantProof,
): Promise<WaitingRoom & { meetingRef: string }> {
  const { meeting_ref: meetingRef, locked } = await hostedMeeting(ctx, proof);
  const waiting = (await listWaiting(ctx.db, meetingRef)).map((row) => ({
    participantRef: row.participant_ref,
    displayName: row.display_name,
  }));
  const version = createHash('sha256')
    .update(JSON.stringify([locked, waiting]))
    .digest('base64url');
  return { meetingRef, version, locked, waiting };
}

async function hostedMeeting(ctx: Ctx, proof: ParticipantProof): Promise<MeetingRow> {
  const participant = await provenParticipant(ctx, proof);
  const meeting = await findMeeting(ctx.db, participant.meeting_ref);
  const link = await findGuestLink(ctx.db, participant.guest_link_ref);
  if (!meeting) throw new Problem('guest_link_not_usable');
  if (!stillAdmitsParticipant(participant, link, meeting))
    throw new Problem('guest_link_not_usable', { meetingState: meeting.state });
  requireHost(participant);
  return meeting;
}

function requireHost(participant: ParticipantRow): void {
  if (participant.role !== 'host' || !mayBePresent(participant)) throw new Problem('host_required');
}
