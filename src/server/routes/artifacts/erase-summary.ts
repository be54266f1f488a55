import { eraseArtifact } from '../../../core/artifact/erase-artifact.ts';
import { type Answer, noContent } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function eraseSummaryRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  await eraseArtifact(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    kind: 'summary',
  });
  return noContent;
}
