import type { ConnectionReport } from '../../../../contract/generated/guest-api.ts';
import { reportConnectionQuality } from '../../../core/connection-quality/report-connection-quality.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import { type GuestCall, proofOf } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function reportConnectionQualityRoute(
  { core, measureConnection }: ServerContext,
  call: GuestCall<ConnectionReport>,
): Promise<Answer> {
  const { participantSecret: _, ...measures } = call.body;
  const presence = await reportConnectionQuality(core, proofOf(call), measures);
  measureConnection(measures);
  return answerJson(200, presence);
}
