import type { Meeting } from '../../../contract/generated/api.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { type Ctx, inTransaction, type Tenancy, type TxCtx } from '../context.ts';
import { type OneCall, once } from '../idempotency/once.ts';
import { Problem } from '../problem.ts';
import { applyTransition } from './apply-transition.ts';
import { meetingOf } from './meeting-options.ts';
import { tenantMeeting } from './tenant-meeting.ts';
import type { Trigger } from './transitions.ts';

/** `call` is null when the client sent no Idempotency-Key. */
export type MoveRequest = { actor: Tenancy; meetingRef: string; call: OneCall | null };
export type MovedMeeting = { meeting: Meeting; version: number; replayed: boolean };

/**
 * Changes a meeting's state at its client's request. Problems: meeting_not_found, content_expired,
 * invalid_state, and those of `once`.
 */
export async function moveOnRequest(
  ctx: Ctx,
  request: MoveRequest,
  trigger: Trigger,
): Promise<MovedMeeting> {
  return inTransaction(ctx, async (tx) => {
    await tenantMeeting(tx, request);
    if (request.call === null)
      return { ...(await move(tx, request.meetingRef, trigger)), replayed: false };
    const { outcome, replayed } = await once(tx, request.call, {}, () =>
      move(tx, request.meetingRef, trigger),
    );
    return { ...outcome, replayed };
  });
}

async function move(
  tx: TxCtx,
  meetingRef: string,
  trigger: Trigger,
): Promise<{ meeting: Meeting; version: number }> {
  const meeting = await lockMeeting(tx.db, meetingRef);
  if (!meeting) throw new Problem('meeting_not_found');
  const moved = await applyTransition(tx, meeting, trigger);
  return { meeting: meetingOf(tx, moved), version: moved.version };
}
