import type { MeetingList, MeetingState } from '../../../contract/generated/api.ts';
import {
  listMeetingRows,
  type MeetingPosition,
  type MeetingRow,
  toMeeting,
} from '../../store/meeting.ts';
import type { Actor, Ctx } from '../context.ts';
import { pageToken, readPageToken } from '../paging/page-token.ts';
import { instantOf } from '../validation/read-date-time.ts';

export type ListRequest = {
  actor: Actor;
  meetingState: MeetingState | null;
  /** RFC 3339, checked by the contract. */
  createdAfter: string | null;
  pageSize: number;
  pageToken: string | null;
};

/**
 * A page of the tenant's meetings, newest first. New meetings come before the first page, so that they move nobody
 * (AIP-158). Problem invalid_parameter for a token of another list or with other filters.
 */
export async function listMeetings(ctx: Ctx, request: ListRequest): Promise<MeetingList> {
  const { meetingState, createdAfter } = request;
  const list = { list: 'meetings', tenant: request.actor.tenant, meetingState, createdAfter };
  const after =
    request.pageToken === null
      ? null
      : positionOf(readPageToken(ctx.linkKeys, list, request.pageToken));
  const rows = await listMeetingRows(ctx.db, request.actor.tenant, {
    state: meetingState,
    // Meetings are created at whole milliseconds: rounding down changes nothing.
    createdAfter: createdAfter === null ? null : instantOf(createdAfter),
    after,
    limit: request.pageSize + 1,
  });
  const page = rows.slice(0, request.pageSize);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    meetings: page.map(toMeeting),
    nextPageToken: last ? pageToken(ctx.linkKeys, list, tokenBody(last)) : null,
  };
}

const tokenBody = (row: MeetingRow) => ({ at: row.created_at.getTime(), ref: row.meeting_ref });

function positionOf(body: unknown): MeetingPosition {
  const { at, ref } = body as ReturnType<typeof tokenBody>;
  return { createdAt: new Date(at), meetingRef: ref };
}
