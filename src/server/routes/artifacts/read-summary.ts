import { readSummary } from '../../../core/summary/read-summary.ts';
import { answerWhenChanged } from '../../live/answer-when-changed.ts';
import type { Answer } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import { representJson } from '../../http/representation.ts';
import type { ServerContext } from '../../server-context.ts';

export async function readSummaryRoute(server: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const meetingRef = call.param('meetingRef');
  return answerWhenChanged(server, call, {
    meetingRef,
    name: 'summary',
    read: () => readSummary(server.core, { actor: call.actor, meetingRef }),
    answer: (reading) => representJson(call, reading.summary, reading),
  });
}
