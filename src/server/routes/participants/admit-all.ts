import { admitAll } from '../../../core/waiting/decide-waiting.ts';
import { type Answer, answerOnce } from '../../http/answer.ts';
import { etagOf } from '../../http/etag.ts';
import type { ApiCall } from '../../http/call.ts';
import type { ServerContext } from '../../server-context.ts';

export async function admitAllRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  const { meeting, version, replayed } = await admitAll(core, {
    actor: call.actor,
    meetingRef: call.param('meetingRef'),
    call: call.once,
  });
  return answerOnce(200, meeting, replayed, { etag: etagOf(version) });
}
