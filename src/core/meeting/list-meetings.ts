import type { MeetingList, MeetingState, Metadata } from '../../../contract/generated/api.ts';
import { listMeetingRows, type MeetingPosition, type MeetingRow } from '../../store/meeting.ts';
import type { Actor, Ctx } from '../context.ts';
import { pageToken, readPageToken } from '../paging/page-token.ts';
import { instantAfter, instantOf } from '../validation/read-date-time.ts';
import { meetingOf } from './meeting-options.ts';

/** The date-times are RFC 3339, checked by the contract. */
type MeetingListFilter = {
  meetingState: readonly MeetingState[];
  createdAfter: string | null;
  createdBefore: string | null;
  startAtFrom: string | null;
  startAtTo: string | null;
  metadata: Metadata;
  order: 'createdAt' | '-createdAt';
};

type ListRequest = {
  actor: Actor;
  filter: MeetingListFilter;
  pageSize: number;
  pageToken: string | null;
};

/**
 * A page of the tenant's meetings by creation. New meetings come before the first page, or after the last, so they do
 * not shift any page (AIP-158). Problem invalid_parameter for a token of another list or with other filters.
 */
export async function listMeetings(ctx: Ctx, request: ListRequest): Promise<MeetingList> {
  const { filter, actor } = request;
  const list = { list: 'meetings', tenant: actor.tenant, ...filter };
  const after =
    request.pageToken === null
      ? null
      : positionOf(readPageToken(ctx.linkKeys, list, request.pageToken));
  const instant = (text: string | null) => (text === null ? null : instantOf(text));
  const rows = await listMeetingRows(
    ctx.db,
    actor.tenant,
    {
      states: filter.meetingState,
      createdAfter: instant(filter.createdAfter),
      createdBefore: filter.createdBefore === null ? null : instantAfter(filter.createdBefore),
      startFrom: instant(filter.startAtFrom),
      startTo: instant(filter.startAtTo),
      metadata: filter.metadata,
    },
    { order: filter.order === 'createdAt' ? 'asc' : 'desc', after, limit: request.pageSize + 1 },
  );
  const page = rows.slice(0, request.pageSize);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    meetings: page.map((row) => meetingOf(ctx, row)),
    nextPageToken: last ? pageToken(ctx.linkKeys, list, tokenBody(last)) : null,
  };
}

const tokenBody = (row: MeetingRow) => ({ at: row.created_at.getTime(), ref: row.meeting_ref });

function positionOf(body: unknown): MeetingPosition {
  const { at, ref } = body as ReturnType<typeof tokenBody>;
  return { createdAt: new Date(at), meetingRef: ref };
}
