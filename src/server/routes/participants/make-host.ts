import { setRole } from '../../../core/participant/set-role.ts';
import type { Answer } from '../../http/answer.ts';
import { answerParticipant } from '../../http/answer-changed.ts';
import { aboutParticipant, type ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function makeHostRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  return answerParticipant(await setRole(core, { ...aboutParticipant(call), role: 'host' }));
}
