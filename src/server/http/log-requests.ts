import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.ts';

/** One line a request, from an allow-list: never a URL, a header or a body. */
export function logRequests(app: FastifyInstance, { core }: ServerContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    core.log.info('request', {
      method: request.method,
      ...(route !== undefined && { route }),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      requestId: request.id,
      ...(request.actor && { keyId: request.actor.keyId, tenant: request.actor.tenant }),
    });
    done();
  });
}
