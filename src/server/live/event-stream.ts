import type { Readable } from 'node:stream';
import type { Actor } from '../../core/context.ts';
import { type LoggedEvent, readEventLog } from '../../core/event/read-event-log.ts';
import type { ServerContext } from '../server-context.ts';
import { endFrame, openStream, type StreamPace } from './sse.ts';

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
