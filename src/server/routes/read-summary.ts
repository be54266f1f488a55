import { readSummary } from '../../core/summary/read-summary.ts';
import type { Answer, ApiCall } from '../call.ts';
import { chooseMediaType } from '../choose-media-type.ts';
import { representJson } from '../representation.ts';
import type { ServerContext } from '../server-context.ts';

export async function readSummaryRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const reading = await readSummary(core, { actor: call.actor, meetingRef: call.param('meetingRef') });
  return representJson(call, reading.summary, reading);
}
