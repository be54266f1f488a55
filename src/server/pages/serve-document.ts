import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '../http/answer.ts';
import { contractDocument } from '../binding/contract-document.ts';
import { refuseOtherMethods } from '../binding/fastify-routes.ts';
import { represent } from '../http/representation.ts';
import type { ServerContext } from '../server-context.ts';

/** `/v1/openapi.json`: the contract, with this service's own address. */
export function serveDocument(app: FastifyInstance, { core }: ServerContext): void {
  const servers = [
    {
      url: core.settings.publicUrl,
      description: 'This service, in production or wherever it runs',
      'x-internal': false,
    },
  ];
  const body = JSON.stringify({ ...contractDocument('openapi'), servers });
  const version = Number.parseInt(createHash('sha256').update(body).digest('hex').slice(0, 12), 16);
  app.get('/v1/openapi.json', (request, reply) =>
    sendAnswer(
      reply,
      represent(
        { ifNoneMatch: request.headers['if-none-match'] },
        {
          version,
          format: 'json',
          contentType: 'application/json',
          body: () => body,
          pollSeconds: null,
        },
      ),
    ),
  );
  refuseOtherMethods(app, '/v1/openapi.json', ['GET']);
}
