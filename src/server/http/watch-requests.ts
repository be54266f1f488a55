import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRef } from '../../core/ids.ts';
import { heldGuestOperations } from '../guest-routes.ts';
import type { ServerContext } from '../server-context.ts';

/** Label for requests without a route: otherwise strangers could create any number of labels. */
const NO_ROUTE = 'none';

/** Measures every answer under its route's pattern. */
export function measureRequests(app: FastifyInstance, { measure }: ServerContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    measure({
      route: request.routeOptions.url ?? NO_ROUTE,
      method: request.method,
      status: reply.statusCode,
      seconds: takesItsTime(request, reply) ? null : reply.elapsedTime / 1_000,
    });
    done();
  });
}

/**
 * Changes to a meeting become steps of its trace, named after the operation. Refused calls changed nothing, and
 * strangers may make them.
 */
export function traceRequests(app: FastifyInstance, { core }: ServerContext): void {
  const { traces } = core;
  if (traces === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { operationId: name, scoped, method } = request;
    const { statusCode, elapsedTime } = reply;
    const isRefused = scoped === null || (statusCode >= 400 && statusCode < 500);
    const meetingRef = meetingOf(request, reply);
    if (!isRefused && isRef(meetingRef, 'mtg') && name !== null && method !== 'GET') {
      const endedAt = Date.now();
      traces.record({
        name,
        meetingRef,
        startedAt: endedAt - elapsedTime,
        endedAt,
        failed: statusCode >= 500,
        isFirst: name === 'createMeeting',
        attributes: { 'http.response.status_code': statusCode, 'parley.request_id': request.id },
      });
    }
    done();
  });
}

/** What the path names as a meeting, or the meeting that was created. */
function meetingOf({ params }: FastifyRequest, reply: FastifyReply): string {
  const { meetingRef } = (params ?? {}) as { meetingRef?: string };
  const created = /\/v1\/meetings\/(\w+)$/.exec(String(reply.getHeader('location')));
  return meetingRef ?? created?.[1] ?? '';
}

/** A long poll or a stream. */
function takesItsTime(request: FastifyRequest, reply: FastifyReply): boolean {
  const isHeld = heldGuestOperations.some((operation) => operation === request.operationId);
  const isLongPoll = request.headers.prefer !== undefined || isHeld;
  return isLongPoll || reply.getHeader('content-type') === 'text/event-stream';
}

/** One line per request, from an allow-list: never a URL, a header or a body. */
export function logRequests(app: FastifyInstance, { core }: ServerContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    // Frequent probes would fill the log.
    if (route?.startsWith('/health/') && reply.statusCode < 400) return done();
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
