// Binds contract/guest-api.yaml to Fastify. Guests have no key: the secrets in the bodies are their proof.
import type { FastifyInstance } from 'fastify';
import type { OperationId } from '../../../contract/generated/guest-api.ts';
import { sendAnswer } from '../http/answer.ts';
import type { BoundGuestRoute, GuestCall } from '../http/call.ts';
import { bodyCheck } from './check-body.ts';
import { contractDocument, type Operation, operationsOf } from './contract-document.ts';
import { paramOf, refuseOtherMethods, toFastifyPath } from './fastify-routes.ts';
import { guestRoutes } from '../guest-routes.ts';
import { readBody, readJson, requireJson } from '../http/read-body.ts';
import type { ServerContext } from '../server-context.ts';

export function bindGuestApi(app: FastifyInstance, server: ServerContext): void {
  for (const operation of operationsOf(contractDocument('guest-api'))) {
    bindOperation(app, server, operation);
    refuseOtherMethods(app, toFastifyPath(operation.path), [operation.method]);
  }
}

function bindOperation(app: FastifyInstance, server: ServerContext, operation: Operation): void {
  const route = guestRoutes[operation.operationId as OperationId] as BoundGuestRoute;
  // During an upgrade, pages of a newer release call this one.
  const check = bodyCheck(operation.bodySchema ?? {}, server.core.clock, { dropsUnknown: true });
  app.route({
    method: operation.method,
    url: toFastifyPath(operation.path),
    onRequest: async (request) => {
      request.operationId = operation.operationId;
      request.rateHeaders = await server.limits.countGuest(request.ip);
    },
    handler: async (request, reply) => {
      const bytes = await readBody(request.raw);
      requireJson(request.headers);
      const body = readJson(bytes);
      check(body);
      const call: GuestCall<unknown> = { param: paramOf(request), body, requestId: request.id };
      return sendAnswer(reply, await route(server, call));
    },
  });
}
