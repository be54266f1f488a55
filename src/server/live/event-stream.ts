// Server-sent events (HTML standard, 9.2). Nothing is read from the log before the client has taken what came earlier.
import { Readable } from 'node:stream';
import { waitAtMost } from '../../core/timing.ts';
import type { Actor } from '../../core/context.ts';
import { type LoggedEvent, readEventLog } from '../../core/event/read-event-log.ts';
import type { ServerContext } from '../server-context.ts';
import { isKeyUsable } from '../../core/api-key/verify-api-key.ts';

const EVENTS_AT_ONCE = 100;
const BUFFER_BYTES = 64 * 1024;
const RECONNECT_AFTER_MS = 2_000;

export type StreamPace = { pingMs: number; slowMs: number };
const USUAL_PACE: StreamPace = { pingMs: 15_000, slowMs: 30_000 };

type End = 'shutting_down' | 'too_slow' | 'key_not_valid' | 'failed';

/**
 * The events of the actor's tenant after `position`, until the client hangs up. The service ends it
 * with an event `end` that says why: it stops, the client took nothing for 30 s, the key is no
 * longer valid, or the log could not be read.
 */
export function eventStream(
  server: ServerContext,
  reader: { actor: Actor; position: number },
  pace = USUAL_PACE,
): Readable {
  const [news, taken] = [bell(), bell()];
  const stream = new Readable({
    highWaterMark: BUFFER_BYTES,
    read: taken.ring,
    destroy: (error, done) => {
      news.ring();
      taken.ring();
      done(error);
    },
  });
  const leave = server.eventTail.follow(reader.actor.tenant, news.ring);
  void pump(server, reader, { stream, news, taken, pace })
    .catch((error: unknown): End => {
      server.core.log.warn('an event stream ended', { component: 'events', error });
      return 'failed';
    })
    .then((end) => finish(stream, end, pace))
    .finally(leave);
  return stream;
}

type Pump = { stream: Readable; news: Bell; taken: Bell; pace: StreamPace };

/** Writes until there is a reason to end; null when the client hung up. */
async function pump(
  server: ServerContext,
  { actor, position }: { actor: Actor; position: number },
  to: Pump,
): Promise<End | null> {
  const { stream, news, pace } = to;
  let sent = position;
  // The client holds an id from the beginning: it loses nothing when the connection breaks before the first event.
  stream.push(`retry: ${RECONNECT_AFTER_MS}\nid: ${sent}\n\n`);
  let pingAt = performance.now() + pace.pingMs;
  while (!stream.destroyed) {
    if (server.eventTail.released) return 'shutting_down';
    if (stream.readableLength >= BUFFER_BYTES && !(await hasRoom(to)))
      return stream.destroyed ? null : 'too_slow';
    const more = news.next();
    const events = await readEventLog(server.core, {
      actor,
      position: sent,
      limit: EVENTS_AT_ONCE,
    });
    if (stream.destroyed) return null;
    if (events.length > 0) stream.push(events.map(frameOf).join(''));
    sent = events.at(-1)?.position ?? sent;
    if (performance.now() >= pingAt) {
      if (!(await isKeyUsable(server.core, actor.keyId))) return 'key_not_valid';
      stream.push(': ping\n\n');
      pingAt = performance.now() + pace.pingMs;
    }
    if (events.length < EVENTS_AT_ONCE)
      await waitAtMost(more, Math.max(1, pingAt - performance.now()));
  }
  return null;
}

/** Waits until the client has taken something; false when it took nothing for too long. */
async function hasRoom({ stream, taken, pace }: Pump): Promise<boolean> {
  const giveUpAt = performance.now() + pace.slowMs;
  while (!stream.destroyed && stream.readableLength >= BUFFER_BYTES) {
    const left = giveUpAt - performance.now();
    if (left <= 0) return false;
    await waitAtMost(taken.next(), left);
  }
  return !stream.destroyed;
}

function finish(stream: Readable, end: End | null, { slowMs }: StreamPace): void {
  if (end === null || stream.destroyed) return;
  stream.push(`event: end\ndata: {"reason":"${end}"}\n\n`);
  stream.push(null);
  const timer = setTimeout(
    () => stream.destroy(),
    end === 'too_slow' ? Math.min(slowMs, 5_000) : 1_000,
  );
  stream.once('close', () => clearTimeout(timer));
}

function frameOf({ position, event }: LoggedEvent): string {
  return `id: ${position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

type Bell = { ring(): void; next(): Promise<void> };

/** Anybody may ring it; `next` waits for the next ring. */
function bell(): Bell {
  let coming = Promise.withResolvers<void>();
  return {
    ring: () => {
      coming.resolve();
      coming = Promise.withResolvers<void>();
    },
    next: () => coming.promise,
  };
}
