import type { IncomingMessage } from 'node:http';
import proxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../core/problem.ts';
import type { ServerContext } from '../server-context.ts';

/** Whether a request to upgrade is one for the media server; every other one is answered as plain HTTP. */
export function isMediaUpgrade({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return isSignalling(url) && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Hands signalling on to the media server, so that guests need one origin. The token in its query is never logged. */
export function forwardMedia(app: FastifyInstance, { media }: ServerContext): void {
  const upstream = new URL(media.signallingUrl);
  upstream.protocol = upstream.protocol.replace('ws', 'http');
  app.register(proxy, {
    upstream: upstream.origin,
    prefix: '/rtc',
    rewritePrefix: '/rtc',
    httpMethods: ['GET'],
    websocket: true,
    disableCache: true,
    replyOptions: {
      onError: (reply, { error }) =>
        void reply.send(new Problem('unavailable', { retryAfter: 2, cause: error })),
    },
  });
}

const SIGNALLING = /^\/rtc(?:[/?]|$)/;

/** Whether a URL without its origin is one of the media server's signalling. */
export function isSignalling(url: string): boolean {
  return SIGNALLING.test(url);
}
