import type { MeetingState } from '../../../../contract/generated/api.ts';
import { listMeetings } from '../../../core/meeting/list-meetings.ts';
import { pageSizeOf } from '../../../core/paging/page-token.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import { queryMembers } from '../../http/read-query.ts';
import type { ServerContext } from '../../server-context.ts';

export async function listMeetingsRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const { query } = call;
  const page = await listMeetings(core, {
    actor: call.actor,
    filter: {
      // The contract has checked that they are in the enum.
      meetingState: (query['meetingState']?.split(',') ?? []) as MeetingState[],
      createdAfter: query['createdAfter'] ?? null,
      createdBefore: query['createdBefore'] ?? null,
      startAtFrom: query['startAtFrom'] ?? null,
      startAtTo: query['startAtTo'] ?? null,
      metadata: queryMembers(query, 'metadata'),
      order: query['order'] === 'createdAt' ? 'createdAt' : '-createdAt',
    },
    pageSize: pageSizeOf(query['pageSize']),
    pageToken: query['pageToken'] || null,
  });
  return answerJson(200, page);
}
