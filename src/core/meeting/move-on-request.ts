import type { Meeting } from '../../../contract/generated/api.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { type Ctx, inTransaction, type Tenancy, type TxCtx } from '../context.ts';
import { type OneCall, once } from '../idempotency/once.ts';
import { applyTransition } from './apply-transition.ts';
import { meetingOf } from './meeting-options.ts';
import { lockTenantMeeting, tenantMeeting } from './tenant-meeting.ts';
import type { Trigger } from './transitions.ts';

/** `call` is null when the client sent no Idempotency-Key. `permit` rejects for someone who may not ask any more. */
export type MoveRequest = {
  actor: Tenancy;
  meetingRef: string;
  call: OneCall | null;
  permit?: (tx: TxCtx) => Promise<void>;
};
export type MovedMeeting = { meeting: Meeting; version: number; replayed: boolean };

/**
 * Changes a meeting's state at its client's request. Problems: invalid_state and those of
 * `onceForMeeting`.
 */
export function moveOnRequest(
  ctx: Ctx,
  request: MoveRequest,
  trigger: Trigger,
): Promise<MovedMeeting> {
  return onceForMeeting(ctx, request, (tx, meeting) => applyTransition(tx, meeting, trigger));
}

/**
 * Makes the change once for the call, with the meeting's row locked, and returns the resulting meeting. Problems:
 * meeting_not_found, content_expired, and those of `once`.
 */
export async function onceForMeeting(
  ctx: Ctx,
  request: MoveRequest,
  change: (tx: TxCtx, meeting: MeetingRow) => Promise<MeetingRow>,
): Promise<MovedMeeting> {
  return inTransaction(ctx, async (tx) => {
    await tenantMeeting(tx, request);
    const { outcome, replayed } = await once(tx, request.call, {}, async () => {
      const meeting = await lockTenantMeeting(tx, request);
      await request.permit?.(tx);
      const row = await change(tx, meeting);
      return { meeting: meetingOf(tx, row), version: row.version };
    });
    return { ...outcome, replayed };
  });
}
