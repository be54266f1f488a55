import { openEventLog } from '../../core/event/read-event-log.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiCall } from '../http/call.ts';
import { chooseMediaType, readEventId } from '../http/read-headers.ts';
import { eventStream } from '../live/event-stream.ts';
import { STREAM_HEADERS } from '../live/sse.ts';
import type { ServerContext } from '../server-context.ts';

export async function streamEventsRoute(server: ServerContext, call: ApiCall): Promise<Answer> {
  const after = readEventId(call.lastEventId);
  chooseMediaType(call.accept, ['text/event-stream']);
  const position = await openEventLog(server.core, { actor: call.actor, after });
  if (call.isHead) return { status: 200, headers: STREAM_HEADERS, body: '' };
  const letGo = server.limits.holdRead(call.actor.keyId);
  const body = eventStream(server, { actor: call.actor, position });
  body.once('close', letGo);
  return { status: 200, headers: STREAM_HEADERS, body };
}
