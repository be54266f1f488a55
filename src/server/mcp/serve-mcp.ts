// `/mcp`: the tools over HTTP, without sessions. Each call of a tool is a call of the API within this
// process, with the same key, scopes, rates and logs; the request to /mcp itself counts as a read.
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { knowCaller } from '../binding/bind-api.ts';
import { contractDocument } from '../binding/contract-document.ts';
import { refuseOtherMethods } from '../binding/fastify-routes.ts';
import { answerJson, sendAnswer } from '../http/answer.ts';
import { readBody, readJson, requireJson } from '../http/read-body.ts';
import type { ServerContext } from '../server-context.ts';
import type { ApiPort } from './call-api.ts';

const PATH = '/mcp';

export function serveMcp(app: FastifyInstance, server: ServerContext): void {
  const { version } = contractDocument('openapi').info;
  const { origin } = new URL(server.core.settings.publicUrl);
  const admit = (request: FastifyRequest) => knowCaller(server, request, 'GET');
  app.route({
    method: 'POST',
    url: PATH,
    onRequest: async (request) => void (await admit(request)),
    handler: async (request, reply) => {
      if (isForeign(request, origin)) return sendAnswer(reply, FOREIGN);
      const bytes = await readBody(request.raw);
      requireJson(request.headers);
      const parsedBody = readJson(bytes);
      // Loaded on first use: it takes 30 MB and a fifth of a second.
      const { answerMcp } = await import('./answer-mcp.ts');
      const api = portWithin(app, request);
      return sendAnswer(reply, await answerMcp(api, version, { request, reply, parsedBody }));
    },
  });
  refuseOtherMethods(app, PATH, ['POST'], admit);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Required by the protocol against DNS rebinding: a page of another site must not use the tools by a
 * name that resolves to this service. Loopback origins are allowed.
 */
function isForeign({ headers: { origin } }: FastifyRequest, own: string): boolean {
  if (origin === undefined || origin === own) return false;
  return !URL.canParse(origin) || !LOOPBACK.has(new URL(origin).hostname);
}

const FOREIGN = answerJson(403, {
  jsonrpc: '2.0',
  error: { code: -32_000, message: 'The Origin header names another site. Send none.' },
  id: null,
});

/** The API of this process, as the caller of this request. */
function portWithin(app: FastifyInstance, { headers, ip }: FastifyRequest): ApiPort {
  return async ({ method, path, headers: more, body }, signal) => {
    const call: InjectOptions = {
      method,
      url: path,
      remoteAddress: ip,
      headers: { host: 'parley.invalid', authorization: headers.authorization ?? '', ...more },
      signal,
      ...(body && { payload: body }),
    };
    const reply = await app.inject(call);
    return { status: reply.statusCode, headers: textOf(reply.headers), text: reply.payload };
  };
}

const textOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
