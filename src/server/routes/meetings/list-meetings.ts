import type { MeetingState } from '../../../../contract/generated/api.ts';
import { listMeetings } from '../../../core/meeting/list-meetings.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/choose-media-type.ts';
import type { ServerContext } from '../../server-context.ts';
import { pageSizeOf } from '../../../core/paging/page-token.ts';

export async function listMeetingsRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const { meetingState, createdAfter, pageSize, pageToken } = call.query;
  const page = await listMeetings(core, {
    actor: call.actor,
    // One of the enum, by the contract.
    meetingState: (meetingState as MeetingState | undefined) ?? null,
    createdAfter: createdAfter ?? null,
    pageSize: pageSizeOf(pageSize),
    pageToken: pageToken || null,
  });
  return answerJson(200, page);
}
