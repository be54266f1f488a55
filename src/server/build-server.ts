import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Problem } from '../core/problem.ts';
import { answerClientError, problemAnswer, toProblem } from './http/answer-problem.ts';
import { sendAnswer } from './http/answer.ts';
import { bindApi, knowCaller } from './binding/bind-api.ts';
import { bindGuestApi } from './binding/bind-guest-api.ts';
import { forwardMedia, isMediaUpgrade } from './http/forward-media.ts';
import { resourceFirst } from './binding/resource-first.ts';
import { knowAllMethods } from './binding/fastify-routes.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { takeMediaEvents } from './routes/media-events.ts';
import type { ServerContext } from './server-context.ts';
import { serveGuides } from './docs/serve-guides.ts';
import { serveProblems } from './docs/serve-problems.ts';
import { serveReference } from './docs/serve-reference.ts';
import { serveAssets } from './pages/serve-assets.ts';
import { serveConsole } from './pages/serve-console.ts';
import { serveDocument } from './pages/serve-document.ts';
import { serveGuestPage } from './pages/serve-guest-page.ts';
import { serveHealth } from './pages/serve-health.ts';
import { logRequests, measureRequests, traceRequests } from './http/watch-requests.ts';
import {
  checkRequestLine,
  limitPipelining,
  unansweredOn,
  watchConnections,
} from './http/limit-connections.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 30_000;
const IDLE_CONNECTION_MS = 72_000;
// Longer than the longest held read.
const SILENT_SOCKET_MS = 120_000;
const CHECK_CONNECTIONS_EVERY_MS = 5_000;

/** The whole HTTP surface. Does not listen yet. */
export function buildServer(server: ServerContext): FastifyInstance {
  const answering = new WeakSet<Duplex>();
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerError(server, error, request, reply);
  const app = fastify({
    logger: false,
    trustProxy: server.trustedProxies,
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    connectionTimeout: SILENT_SOCKET_MS,
    // Node would answer a missing Host header in its own format; checkRequestLine answers it in ours.
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_WITHIN_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
      requireHostHeader: false,
      // Earlier requests are answered on the same socket: taking it for a WebSocket would end the process.
      shouldUpgradeCallback: (request) =>
        isMediaUpgrade(request) && unansweredOn(request.socket) === 0,
    },
    // The router refuses with 400, before checkRequestLine can answer 414.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: (error, socket) =>
      answerClientError(server, error, socket, answering.has(socket)),
  });
  knowAllMethods(app);
  app.setErrorHandler(refuse);
  addHooks(app, server, answering);
  watchConnections(app);
  limitPipelining(app);
  logRequests(app, server);
  measureRequests(app, server);
  traceRequests(app, server);
  app.setNotFoundHandler(async (request) => {
    if (/^\/v1(?:[/?]|$)/.test(request.raw.url ?? '')) await knowCaller(server, request);
    throw new Problem('not_found');
  });
  bindApi(app, server);
  bindGuestApi(app, server);
  serveMcp(app, server);
  takeMediaEvents(app, server);
  forwardMedia(app, server);
  serveDocument(app, server);
  serveGuides(app, server);
  serveProblems(app, server);
  serveReference(app, server);
  serveGuestPage(app, server);
  serveAssets(app, server);
  serveHealth(app, server);
  serveConsole(app, server);
  return app;
}

/** `answering` holds the sockets between the head of an answer and its end: nothing else may be written there. */
function addHooks(app: FastifyInstance, server: ServerContext, answering: WeakSet<Duplex>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    checkRequestLine(request.raw);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    answering.add(request.raw.socket);
    // A refusal states its own limit, which may be another one.
    if (request.rateHeaders && !reply.hasHeader('ratelimit')) reply.headers(request.rateHeaders);
    // A connection that stayed open would delay the end of the process.
    if (server.held.released) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    server.held.release();
    server.eventTail.release();
    server.liveWords.release();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    answering.delete(request.raw.socket);
    // Its head may have been sent before the shutdown began, which closed only idle connections.
    if (server.held.released) request.raw.socket.destroySoon();
    done();
  });
  // An unknown Expect header must not change the answer's format.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  // Without a listener Node closes the connection and answers nothing.
  app.server.on('connect', (_request, socket) => {
    // Node no longer limits its time, and a shutdown would wait for it.
    socket.resume().once('finish', () => socket.destroy());
    answerClientError(server, new Error('CONNECT'), socket, answering.has(socket));
  });
}

async function answerError(
  server: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = await resourceFirst(server, request, toProblem(error));
  if (problem.status >= 500) {
    const level = problem.code === 'internal_error' ? 'error' : 'warn';
    server.core.log[level]('request failed', {
      requestId: request.id,
      status: problem.status,
      error: problem.members.cause ?? problem,
    });
  }
  reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
  return sendAnswer(reply, problemAnswer(problem, request.id, server.core.settings.publicUrl));
}
