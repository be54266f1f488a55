// Binds contract/openapi.yaml to Fastify, with one order of checks: HTTP syntax, authentication,
// rate limit, route, method, scope, resource, query, Idempotency-Key, body, fields; then the verb.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CreateMeeting, OperationId } from '../../../contract/generated/api.ts';
import type { Actor, Ctx } from '../../core/context.ts';
import { isTransientDatabaseError } from '../../core/is-transient-error.ts';
import { optionFaults } from '../../core/meeting/meeting-options.ts';
import { Problem } from '../../core/problem.ts';
import { sendAnswer } from '../http/answer.ts';
import { toProblem } from '../http/answer-problem.ts';
import { apiRoutes } from '../api-routes.ts';
import { noteFailureInAuditLog, noteInAuditLog } from './note-in-audit-log.ts';
import { authenticate, requireScope } from '../http/authenticate.ts';
import type { ApiCall, BoundRoute } from '../http/call.ts';
import { bodyCheck, type CheckBody } from './check-body.ts';
import {
  contractDocument,
  type Operation,
  operationsOf,
  type Schema,
} from './contract-document.ts';
import {
  lacksParam,
  paramOf,
  pathWith,
  refuseOtherMethods,
  toFastifyPath,
} from './fastify-routes.ts';
import { isEncoded, isJson, readBody, readJson, requireJson } from '../http/read-body.ts';
import { type Query, readQuery } from '../http/read-query.ts';
import type { RateHeaders } from '../rates/rate-limits.ts';
import type { ServerContext } from '../server-context.ts';
import { readIdempotencyKey, readWait } from '../http/read-headers.ts';

/** The caller and its key, once the checks before the body have passed. */
export type Admitted = { actor: Actor; query: Query; idempotencyKey: string | null };

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. */
    actor: Actor | null;
    /** The caller, once it is known to have the scope. */
    scoped: Actor | null;
    admitted: Admitted | null;
    rateHeaders: RateHeaders | null;
    /** The operation, of the API or of the guest page. */
    operationId: string | null;
  }
}

/** Every operation of the API, and 405 and OPTIONS for its paths. */
export function bindApi(app: FastifyInstance, server: ServerContext): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('scoped', null);
  app.decorateRequest('admitted', null);
  app.decorateRequest('rateHeaders', null);
  app.decorateRequest('operationId', null);
  const operations = operationsOf(contractDocument('openapi'));
  for (const operation of operations) bindOperation(app, server, operation);
  for (const [path, group] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = group.map((operation) => operation.method);
    refuseOtherMethods(app, toFastifyPath(path), methods, (request) => knowCaller(server, request));
  }
}

/** The caller of a path. Problems: unauthorized, rate_limited, not_found. */
export async function knowCaller(
  server: ServerContext,
  request: FastifyRequest,
  countedAs = request.method,
): Promise<Actor> {
  const actor = await authenticated(server, request);
  request.actor = actor;
  request.rateHeaders = await server.limits.countCall(actor.keyId, countedAs);
  if (lacksParam(request)) throw new Problem('not_found');
  return actor;
}

/**
 * A valid key is accepted from any address, whatever failed there before: a caller with an old key
 * may share it, behind a proxy or a company's router.
 */
async function authenticated(server: ServerContext, request: FastifyRequest): Promise<Actor> {
  try {
    return await authenticate(server, request.headers.authorization);
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthorized')
      request.rateHeaders = await server.limits.countFailedAuthentication(request.ip);
    throw error;
  }
}

function bindOperation(app: FastifyInstance, server: ServerContext, operation: Operation): void {
  const route = apiRoutes[operation.operationId as OperationId] as BoundRoute;
  const checkBody = operation.bodySchema && bodyCheckOf(operation.bodySchema, server.core);
  app.route({
    method: operation.method,
    url: toFastifyPath(operation.path),
    onRequest: async (request) => {
      request.operationId = operation.operationId;
      request.admitted = await admit(server, operation, request);
    },
    handler: async (request, reply) => {
      const { admitted } = request;
      if (!admitted) throw new Error('A request reached its route before it was admitted');
      const body = await bodyOf(operation, request, checkBody);
      const call = callOf(operation, request, reply, admitted, body);
      const answer = await route(server, call).catch(async (error: unknown) => {
        const noted = noteFailureInAuditLog(server, operation, request, toProblem(error));
        // The audit log keeps the entry until the database is back: the answer does not wait for that.
        if (!isTransientDatabaseError(error)) await noted;
        throw error;
      });
      await noteInAuditLog(server, operation, request, answer);
      return sendAnswer(reply, answer);
    },
  });
}

/** One answer names what the schema refuses in a meeting and what the operator's settings refuse. */
function bodyCheckOf(schema: Schema, core: Ctx): CheckBody {
  const check = bodyCheck(schema, core.clock);
  if (!schema.properties?.['options']) return check;
  return (body) =>
    check(body, optionFaults((body as CreateMeeting | null)?.options, core.settings));
}

/** A call that may be held open: its client, and when it hangs up. */
function waitOf({ headers }: FastifyRequest, { raw }: FastifyReply): ApiCall['wait'] {
  const seconds = readWait(headers.prefer);
  return seconds === null ? null : { seconds, onGone: (gone) => void raw.once('close', gone) };
}

async function admit(
  server: ServerContext,
  operation: Operation,
  request: FastifyRequest,
): Promise<Admitted> {
  const actor = await knowCaller(server, request);
  if (operation.scope !== undefined) requireScope(actor, operation.scope);
  request.scoped = actor;
  const query = readQuery(request.raw.url ?? '', operation.query, server.core.clock.now());
  return { actor, query, idempotencyKey: keyOf(operation, request) };
}

function keyOf(operation: Operation, request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  const value = Array.isArray(header) ? header[0] : header;
  if (
    operation.idempotencyKey === 'ignored' ||
    (operation.idempotencyKey === 'optional' && value === undefined)
  )
    return null;
  return readIdempotencyKey(value);
}

async function bodyOf(
  operation: Operation,
  { raw, headers }: FastifyRequest,
  check: CheckBody | undefined,
): Promise<unknown> {
  const bytes = await readBody(raw);
  if (operation.body === 'ignored') return undefined;
  const readable = isJson(headers) && !isEncoded(headers);
  if (operation.body === 'none') {
    if (bytes.length > 0) requireEmptyObject(bytes, readable);
    return undefined;
  }
  if (operation.body === 'optional') return optionalBody(bytes, readable, check);
  if (bytes.length > 0 || headers['content-type'] !== undefined)
    requireJson(headers, operation.bodyTypes);
  const body = readJson(bytes);
  check?.(body);
  return body;
}

/** Options; an empty body and JSON null mean none. */
function optionalBody(bytes: Buffer, readable: boolean, check: CheckBody | undefined): unknown {
  const isNothing = bytes.length === 0 || (readable && isNull(bytes));
  const body = isNothing ? {} : readable ? readOrNull(bytes) : null;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem('unexpected_body', {
      detail: 'Send one JSON object with options and Content-Type application/json, or nothing.',
    });
  check?.(body);
  return body;
}

function readOrNull(bytes: Buffer): unknown {
  try {
    return readJson(bytes);
  } catch {
    return null;
  }
}

const isNull = (bytes: Buffer): boolean => /^\uFEFF?\s*null\s*$/.test(bytes.toString('utf8'));

/** Client libraries send `{}` or `null` when there is nothing to send. */
function requireEmptyObject(bytes: Buffer, readable: boolean): void {
  if (!readable || !/^\uFEFF?\s*(?:\{\s*\}|null)\s*$/.test(bytes.toString('utf8')))
    throw new Problem('unexpected_body');
}

function callOf(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { actor, query, idempotencyKey }: Admitted,
  body: unknown,
): ApiCall<unknown> {
  const param = paramOf(request);
  return {
    actor,
    body,
    param,
    requestId: request.id,
    query,
    accept: request.headers.accept,
    ifMatch: request.headers['if-match'],
    ifNoneMatch: request.headers['if-none-match'],
    lastEventId: [request.headers['last-event-id'] ?? []].flat()[0],
    isHead: request.method === 'HEAD',
    wait: waitOf(request, reply),
    once:
      idempotencyKey === null
        ? null
        : {
            tenant: actor.tenant,
            method: operation.method,
            path: pathWith(operation.path, param),
            key: idempotencyKey,
          },
  };
}
