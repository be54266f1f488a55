import type { CreateMeeting, UpdateMeeting } from '../../../../contract/generated/api.ts';
import { readMeeting } from '../../../core/meeting/read-meeting.ts';
import { updateMeeting } from '../../../core/meeting/update-meeting.ts';
import { Problem } from '../../../core/problem.ts';
import { type Answer, type ApiCall, answerJson } from '../../http/call.ts';
import { bodyCheck, type CheckBody } from '../../binding/check-body.ts';
import { createMeetingSchema } from '../../binding/contract-document.ts';
import { mergePatch } from '../../http/merge-patch.ts';
import type { ServerContext } from '../../server-context.ts';

const MOST_RACES = 5;
let kept: CheckBody | undefined;

/** The merged meeting must pass what a new one passes; the verb takes it only if nobody changed the meeting meanwhile. */
export async function updateMeetingRoute(
  server: ServerContext,
  call: ApiCall<UpdateMeeting>,
): Promise<Answer> {
  kept ??= bodyCheck(createMeetingSchema(), server.core.clock);
  for (let race = 1; ; race++) {
    const { meeting, version } = await readMeeting(server.core, {
      actor: call.actor,
      meetingRef: call.param('meetingRef'),
    });
    if (call.ifMatch !== undefined && !isMatch(call.ifMatch, `"${version}-json"`))
      throw new Problem('precondition_failed');
    const merged = mergePatch(
      { title: meeting.title, schedule: meeting.schedule, languageCode: meeting.languageCode },
      call.body,
    );
    kept(merged);
    const to = { schedule: null, languageCode: null, ...(merged as CreateMeeting) };
    try {
      const changed = await updateMeeting(server.core, {
        actor: call.actor,
        meetingRef: meeting.meetingRef,
        version,
        to,
      });
      return answerJson(200, changed.meeting, { etag: `"${changed.version}-json"` });
    } catch (error) {
      const lostRace = error instanceof Problem && error.code === 'precondition_failed';
      if (!lostRace || call.ifMatch !== undefined || race >= MOST_RACES) throw error;
    }
  }
}

/** Strong comparison (RFC 9110, 13.1.1): a weak tag matches nothing. */
function isMatch(ifMatch: string, etag: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((held) => held.trim() === etag);
}
