import { startConnectionCheck } from '../../../core/connection-check/start-connection-check.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ServerContext } from '../../server-context.ts';

/** Anyone may call it from many addresses, and each room takes the media server 0.2 MB for some minutes. */
export async function startConnectionCheckRoute({ core, limits }: ServerContext): Promise<Answer> {
  await limits.countGuest('connection checks');
  return answerJson(200, await startConnectionCheck(core));
}
