import type { ConnectionReport } from '../../../../contract/generated/guest-api.ts';
import { reportConnection } from '../../../core/connection-quality/report-connection.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function reportConnectionRoute(
  { core, measureConnection }: ServerContext,
  call: GuestCall<ConnectionReport>,
): Promise<Answer> {
  const { participantSecret, ...measures } = call.body;
  const proof = { participantRef: call.param('participantRef'), participantSecret };
  const presence = await reportConnection(core, proof, measures);
  measureConnection(measures);
  return answerJson(200, presence);
}
