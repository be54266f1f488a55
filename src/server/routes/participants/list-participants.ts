import type { ParticipantList } from '../../../../contract/generated/api.ts';
import type { KnownParticipantState } from '../../../../contract/generated/lists.ts';
import { participantsCsv } from '../../../core/participant/participants-csv.ts';
import { listParticipants } from '../../../core/participant/read-participants.ts';
import { listWithoutRunningTime } from '../../../core/participant/without-running-time.ts';
import { pageSizeOf } from '../../../core/paging/page-token.ts';
import type { Answer } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import { representContent } from '../../http/representation.ts';
import { answerWhenChanged } from '../../live/answer-when-changed.ts';
import type { ServerContext } from '../../server-context.ts';

export async function listParticipantsRoute(server: ServerContext, call: ApiCall): Promise<Answer> {
  const mediaType = chooseMediaType(call.accept, ['application/json', 'text/csv']);
  const meetingRef = call.param('meetingRef');
  const { query } = call;
  const page = { size: pageSizeOf(query['pageSize']), token: query['pageToken'] || null };
  const request = {
    actor: call.actor,
    meetingRef,
    // The contract has checked that they are in the enum.
    states: (query['state']?.split(',') ?? []) as KnownParticipantState[],
    page: mediaType === 'text/csv' ? null : page,
  };
  return answerWhenChanged(server, call, {
    meetingRef,
    name: `participants ${JSON.stringify([query, mediaType])}`,
    read: () => listParticipants(server.core, request),
    answer: (list) => {
      const { contentType, write } = FORMATS[mediaType];
      return representContent(call, {
        contentType,
        stable: write(listWithoutRunningTime(list)),
        body: () => write(list),
      });
    },
  });
}

const FORMATS = {
  'application/json': {
    contentType: 'application/json',
    write: (list: ParticipantList) => JSON.stringify(list),
  },
  'text/csv': {
    contentType: 'text/csv; charset=utf-8',
    write: (list: ParticipantList) => participantsCsv(list.participants),
  },
};
