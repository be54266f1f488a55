import type { Ctx } from '../context.ts';
import { type MovedMeeting, type MoveRequest, moveOnRequest } from './move-on-request.ts';

/** M2: cancels a meeting that nobody joined; a cancelled one stays as it is. Problems: see moveOnRequest. */
export function cancelMeeting(ctx: Ctx, request: MoveRequest): Promise<MovedMeeting> {
  return moveOnRequest(ctx, request, { kind: 'cancel_asked' });
}
