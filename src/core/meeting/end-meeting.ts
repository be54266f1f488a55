import type { Ctx } from '../context.ts';
import { type MovedMeeting, type MoveRequest, moveOnRequest } from './move-on-request.ts';

/** M5: a running meeting ends for everybody; one that ends or has ended stays as it is. Problems: see moveOnRequest. */
export function endMeeting(ctx: Ctx, request: MoveRequest): Promise<MovedMeeting> {
  return moveOnRequest(ctx, request, { kind: 'end_asked', by: 'api' });
}
