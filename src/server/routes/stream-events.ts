import type { Readable } from 'node:stream';
import { type LoggedEvent, openEventLog, readEventLog } from '../../core/event/read-event-log.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiCall } from '../http/call.ts';
import { chooseMediaType, readEventId } from '../http/read-headers.ts';
import { endFrame, openStream, STREAM_HEADERS, type StreamPace } from '../live/sse.ts';
import type { ServerContext } from '../server-context.ts';
import type { Actor } from '../../core/context.ts';

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

const EVENTS_AT_ONCE = 100;

/** The events of the actor's tenant after `position`. */
export function eventStream(
  { core, eventTail }: ServerContext,
  { actor, position }: { actor: Actor; position: number },
  pace?: StreamPace,
): Readable {
  let sent = position;
  const source = {
    component: 'events',
    keyId: actor.keyId,
    firstId: position,
    follow: (onNews: () => void) => eventTail.follow(actor.tenant, onNews),
    isReleased: () => eventTail.released,
    isKeyInDoubt: () => true,
    read: async () => {
      const events = await readEventLog(core, { actor, position: sent, limit: EVENTS_AT_ONCE });
      sent = events.at(-1)?.position ?? sent;
      return {
        text: events.map(frameOf).join(''),
        isMore: events.length === EVENTS_AT_ONCE,
        end: null,
      };
    },
    slowFrame: endFrame('too_slow'),
  };
  return openStream(core, source, pace);
}

function frameOf({ position, event }: LoggedEvent): string {
  return `id: ${position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
