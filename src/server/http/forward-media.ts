import type { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import proxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../core/context.ts';
import { mayConnect } from '../../core/media-token/may-connect.ts';
import { MAX_TRACK_MESSAGE_BYTES, type MediaPort } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import { MINUTE_MS } from '../../core/timing.ts';
import type { ServerContext } from '../server-context.ts';

/** Whether an upgrade request is for the media server; any other is answered as plain HTTP. */
export function isMediaUpgrade({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return isSignalling(url) && headers.upgrade?.toLowerCase() === 'websocket';
}

/** More than the description of a connection with a few thousand tracks. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
/** What may wait in each direction for a side that reads more slowly than the other sends. */
const MAX_BACKLOG_BYTES = 2 * MAX_MESSAGE_BYTES;
const CONNECTED_WITHIN_MS = 5_000;
/** By one person in an hour. A new connection announces at most four tracks. */
const MAX_ANNOUNCEMENTS = 1_000;
/** Different tracks, by one person in an hour. A full meeting has two hundred at a time, or four for each place. */
const MAX_TRACKS_ASKED_FOR = 5_000;
const MAX_ASKED_FOR_EACH_PLACE = 100;

/**
 * Forwards signalling to the media server, so that guests need only one origin. Callers need a valid token, since a
 * WebSocket costs memory here before the media server has seen it. The token in its query is never logged.
 */
export function forwardMedia(app: FastifyInstance, { core, limits, media }: ServerContext): void {
  const upstream = new URL(media.signallingUrl);
  upstream.protocol = upstream.protocol.replace('ws', 'http');
  const identities = new WeakMap<object, string>();
  const isTooMuch = trackLimit(core);
  // The proxy opens its connection to the media server right after it asked for the headers.
  let opening = '';
  app.register(proxy, {
    upstream: upstream.origin,
    prefix: '/rtc',
    rewritePrefix: '/rtc',
    httpMethods: ['GET'],
    websocket: true,
    disableCache: true,
    preHandler: async (request) => {
      const identity = await core.media.identityOf(tokenOf(request));
      if (identity === null) throw new Problem('unauthorized');
      // Each connection is a visit, and costs the media server a session. By person: after an outage, a whole company
      // comes back from one address at once.
      await limits.countGuest(identity);
      if (!(await mayConnect(core, identity, media.lookWithinMs)))
        throw new Problem('unauthorized');
      // LiveKit would add it to the identity: the same person a second time, out of reach of hosts.
      const { publish, join_request: joinRequest = '' } = queryOf(request);
      if (publish !== undefined) throw new Problem('unknown_parameter');
      // Clients announce tracks in messages, which are counted.
      if (joinRequest !== '' && announces(core.media, joinRequest))
        throw new Problem('unknown_parameter');
      // Until the media server has accepted the connection, what the client sends would be kept here, without limit.
      if (isUpgraded(request.raw)) request.raw.socket.pause();
      identities.set(request.raw, identity);
    },
    wsHooks: {
      onConnect: (_, client, server) => {
        endWhenBlocked(client, server);
        const identity = identities.get(server) ?? '';
        endAtLimit(client, server, (message, isBinary) => isTooMuch(identity, message, isBinary));
        client.resume();
      },
      onDisconnect: (_, client) => client.resume(),
    },
    wsServerOptions: { maxPayload: MAX_MESSAGE_BYTES },
    wsClientOptions: {
      handshakeTimeout: CONNECTED_WITHIN_MS,
      // The proxy ends the client's connection at once only when this one is no longer being opened.
      finishRequest: (handshake: ClientRequest, target: EventEmitter & { terminate(): void }) => {
        identities.set(target, opening);
        target.once('unexpected-response', () => target.terminate());
        handshake.end();
      },
      rewriteRequestHeaders: (_: unknown, { raw, headers: { authorization } }: FastifyRequest) => {
        opening = identities.get(raw) ?? '';
        return authorization === undefined ? {} : { authorization };
      },
    },
    replyOptions: {
      onError: (reply, { error }) =>
        void reply.send(new Problem('unavailable', { retryAfter: 2, cause: error })),
    },
  });
}

/** Of two values, the media server might read the one that was not checked. */
const announces = (media: MediaPort, joinRequest: unknown): boolean =>
  typeof joinRequest !== 'string' || media.announcesTracks(joinRequest);

type Side = Pick<EventEmitter, 'on' | 'prependListener' | 'removeAllListeners'> & {
  readonly bufferedAmount: number;
  terminate(): void;
};

/**
 * The proxy passes messages on without waiting until the other side has read the earlier ones. A client that asks and
 * never reads the answers would fill this process's memory.
 */
function endWhenBlocked(client: Side, server: Side): void {
  const isBlocked = (side: Side): boolean => side.bufferedAmount > MAX_BACKLOG_BYTES;
  const check = (): void => {
    if (isBlocked(client) || isBlocked(server)) end(client, server);
  };
  for (const side of [client, server])
    for (const event of ['message', 'ping', 'pong']) side.on(event, check);
}

/** Checks each message before the proxy passes it on. Those that arrived with a refused one are dropped too. */
function endAtLimit(
  client: Side,
  server: Side,
  isTooMuch: (message: Buffer, isBinary: boolean) => boolean,
): void {
  client.prependListener('message', (message: Buffer, isBinary: boolean) => {
    if (!isTooMuch(message, isBinary)) return;
    client.removeAllListeners('message');
    end(client, server);
  });
}

function end(client: Side, server: Side): void {
  client.terminate();
  server.terminate();
}

const HOUR_MS = 60 * MINUTE_MS;

/**
 * Whether a person has announced or asked for too many tracks with this message. The media server keeps every one, at
 * kilobytes each, whether it comes to exist or not, until the person is gone, and also across connections.
 */
function trackLimit({ media, log, settings }: Pick<Ctx, 'media' | 'log' | 'settings'>) {
  const forPlaces = MAX_ASKED_FOR_EACH_PLACE * settings.roomMaxParticipants;
  const maxAskedFor = Math.max(MAX_TRACKS_ASKED_FOR, forPlaces);
  const people = new Map<string, { announcements: number; askedFor: Set<string> }>();
  let startedAt = performance.now();
  return (identity: string, message: Buffer, isBinary: boolean): boolean => {
    // Clients send no text; the media server would take it for JSON.
    const asksFor = isBinary ? media.tracksAskedFor(message) : null;
    if (asksFor?.length === 0) return false;
    if (performance.now() - startedAt > HOUR_MS) {
      people.clear();
      startedAt = performance.now();
    }
    const person = people.get(identity) ?? { announcements: 0, askedFor: new Set() };
    people.set(identity, person);
    if (asksFor === null) person.announcements += 1;
    else for (const track of asksFor) person.askedFor.add(track);
    const isTooLong = asksFor === null && message.length > MAX_TRACK_MESSAGE_BYTES;
    const { announcements, askedFor } = person;
    if (!isTooLong && announcements <= MAX_ANNOUNCEMENTS && askedFor.size <= maxAskedFor)
      return false;
    log.warn('a connection ended that announced or asked for too many tracks', {
      component: 'media',
    });
    return true;
  };
}

/** Not so when the headers lack `Connection: Upgrade`: then the connection takes further requests. */
const isUpgraded = (raw: IncomingMessage): boolean => 'upgrade' in raw && raw.upgrade === true;

/**
 * Browsers put it into the query, other clients into a header. Of both, LiveKit takes the header: another token in the
 * query must not be the one that is checked.
 */
function tokenOf(request: FastifyRequest): string {
  const { authorization } = request.headers;
  if (authorization !== undefined) return authorization.replace(/^Bearer /i, '');
  const inQuery = queryOf(request)['access_token'];
  return typeof inQuery === 'string' ? inQuery : '';
}

const queryOf = ({ query }: FastifyRequest) => query as Record<string, unknown>;

const SIGNALLING = /^\/rtc(?:[/?]|$)/;

/** Whether a URL without its origin belongs to the media server's signalling. */
export function isSignalling(url: string): boolean {
  return SIGNALLING.test(url);
}
