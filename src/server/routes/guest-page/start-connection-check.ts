import { startConnectionCheck } from '../../../core/connection-check/start-connection-check.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ServerContext } from '../../server-context.ts';

export async function startConnectionCheckRoute({ core }: ServerContext): Promise<Answer> {
  return answerJson(200, await startConnectionCheck(core));
}
