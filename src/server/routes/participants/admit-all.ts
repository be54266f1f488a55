import { admitAll } from '../../../core/waiting/decide-waiting.ts';
import type { Answer } from '../../http/answer.ts';
import { answerMeeting } from '../../http/answer-changed.ts';
import { aboutMeeting, type ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function admitAllRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  return answerMeeting(await admitAll(core, aboutMeeting(call)));
}
