import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener } from 'node:http';
import { Problem } from '../../core/problem.ts';
import { isSignalling } from './forward-media.ts';

/**
 * Keeps broken connections from ending the process. At a shutdown Node closes idle connections, but waits for those on
 * which nothing was ever sent: browsers and clients keep such ones ready.
 */
export function watchConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Node removes its own listener at an upgrade; a refusal that cannot be written would end the process.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** On one connection. Browsers and proxies send the next request when they have the answer. */
const MAX_UNANSWERED = 100;

const unanswered = new WeakMap<Socket, number>();

/** How many requests of a connection are not answered yet. */
export function unansweredOn(socket: Socket): number {
  return unanswered.get(socket) ?? 0;
}

/**
 * Ends a connection with more unanswered requests than that. Node handles all that it has read of a connection,
 * megabytes of requests, before it serves another one.
 */
export function limitPipelining(app: FastifyInstance): void {
  const add = (socket: Socket, more: number): number => {
    const count = unansweredOn(socket) + more;
    unanswered.set(socket, count);
    return count;
  };
  const [handle] = app.server.listeners('request') as [RequestListener];
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const { socket } = request;
    if (add(socket, 1) > MAX_UNANSWERED) return void socket.destroy();
    response.once('close', () => add(socket, -1));
    handle(request, response);
  });
}

const MAX_URL_BYTES = 2048;
const ONCE_ONLY = ['host', 'authorization', 'idempotency-key'];

/** Refuses bad requests that Node's parser lets through. Problems: uri_too_long, malformed_request. */
export function checkRequestLine({
  url = '',
  headers,
  httpVersion,
  rawHeaders,
}: IncomingMessage): void {
  // livekit-client puts its token and a description of itself into the query.
  if (url.length > MAX_URL_BYTES && !isSignalling(url)) throw new Problem('uri_too_long');
  if (url.includes('#') || (headers.host === undefined && httpVersion === '1.1'))
    throw new Problem('malformed_request');
  if (ONCE_ONLY.some((name) => headers[name] !== undefined && countOf(name, rawHeaders) > 1))
    throw new Problem('malformed_request');
}

/** `rawHeaders` alternates names and values. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) count++;
  return count;
}
