import type { ConnectionReport } from '../../../../contract/generated/guest-api.ts';
import { reportConnectionQuality } from '../../../core/connection-quality/report-connection-quality.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function reportConnectionQualityRoute(
  { core, measureConnection }: ServerContext,
  call: GuestCall<ConnectionReport>,
): Promise<Answer> {
  const { participantSecret, ...measures } = call.body;
  const proof = { participantRef: call.param('participantRef'), participantSecret };
  const presence = await reportConnectionQuality(core, proof, measures);
  measureConnection(measures);
  return answerJson(200, presence);
}
