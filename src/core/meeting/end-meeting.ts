import type { Ctx } from '../context.ts';
import { type MovedMeeting, type MoveRequest, moveOnRequest } from './move-on-request.ts';

/** M5: ends a running meeting for everyone; one that is ending or over stays as it is. Problems: see moveOnRequest. */
export function endMeeting(
  ctx: Ctx,
  request: MoveRequest,
  by: 'api' | 'host' = 'api',
): Promise<MovedMeeting> {
  return moveOnRequest(ctx, request, { kind: 'end_asked', by });
}
