import type { UpdateMeeting } from '../../../../contract/generated/api.ts';
import type { Clock } from '../../../core/ports.ts';
import { updateMeeting } from '../../../core/meeting/update-meeting.ts';
import { bodyCheck, type CheckBody } from '../../binding/check-body.ts';
import { createMeetingSchema } from '../../binding/contract-document.ts';
import { type Answer, answerJson } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { etagOf, matchesStrongly } from '../../http/representation.ts';
import type { ServerContext } from '../../server-context.ts';

/** By the clock that it judges dates by: compiling the schema costs more than the call. */
const checks = new WeakMap<Clock, CheckBody>();

/** The patched meeting must pass the same checks as a new one. */
export async function updateMeetingRoute(
  { core }: ServerContext,
  call: ApiCall<UpdateMeeting>,
): Promise<Answer> {
  const { ifMatch } = call;
  const check = checks.get(core.clock) ?? bodyCheck(createMeetingSchema(), core.clock);
  checks.set(core.clock, check);
  const { meeting, version } = await updateMeeting(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    patch: call.body,
    check,
    isExpected: ifMatch === undefined ? null : (held) => matchesStrongly(ifMatch, etagOf(held)),
  });
  return answerJson(200, meeting, { etag: etagOf(version) });
}
