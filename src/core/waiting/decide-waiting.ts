import { notify } from '../../store/notify.ts';
import { findParticipant } from '../../store/participant/participant.ts';
import { listWaiting, refuseWaiting } from '../../store/participant/waiting.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { once } from '../idempotency/once.ts';
import { meetingOf } from '../meeting/meeting-options.ts';
import type { MovedMeeting, MoveRequest } from '../meeting/move-on-request.ts';
import { lockTenantMeeting, tenantMeeting } from '../meeting/tenant-meeting.ts';
import { Problem } from '../problem.ts';
import { letIn, letInWhileThereIsRoom } from './admit-waiting.ts';
import {
  type Moderated,
  onceForParticipant,
  type ParticipantRequest,
} from '../participant/moderate.ts';

/**
 * P2. Changes nothing for someone who no longer waits. Problems: meeting_not_found, content_expired,
 * participant_not_found, meeting_full, and those of `once`.
 */
export async function admitParticipant(ctx: Ctx, request: ParticipantRequest): Promise<Moderated> {
  return onceForParticipant(ctx, request, {}, async (tx) => {
    const { meeting, participant } = await found(tx, request);
    await letIn(tx, meeting, participant);
  });
}

/**
 * P3: final. Changes nothing for someone who no longer waits. Problems: meeting_not_found, content_expired,
 * participant_not_found, and those of `once`.
 */
export async function refuseParticipant(ctx: Ctx, request: ParticipantRequest): Promise<Moderated> {
  return onceForParticipant(ctx, request, {}, async (tx) => {
    const { meeting, participant } = await found(tx, request);
    const { participant_ref: participantRef, role } = participant;
    const now = tx.clock.now();
    if (!(await refuseWaiting(tx.db, participantRef, now))) return;
    recordEvent(tx, 'participant.refused', meeting, now, {
      participantRef,
      role,
      state: 'refused',
    });
    await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
  });
}

/** P2 for everyone who waits, while places are left. Problems: meeting_not_found, content_expired, those of `once`. */
export async function admitAll(ctx: Ctx, request: MoveRequest): Promise<MovedMeeting> {
  return inTransaction(ctx, async (tx) => {
    await tenantMeeting(tx, request);
    const admit = async () => {
      const row = await lockTenantMeeting(tx, request);
      await letInWhileThereIsRoom(tx, row, await listWaiting(tx.db, row.meeting_ref));
      return { meeting: meetingOf(tx, row), version: row.version };
    };
    if (request.call === null) return { ...(await admit()), replayed: false };
    const { outcome, replayed } = await once(tx, request.call, {}, admit);
    return { ...outcome, replayed };
  });
}

async function found(tx: TxCtx, request: ParticipantRequest) {
  const meeting = await lockTenantMeeting(tx, request);
  const participant = await findParticipant(tx.db, request.participantRef);
  if (participant?.meeting_ref !== meeting.meeting_ref) throw new Problem('participant_not_found');
  return { meeting, participant };
}
