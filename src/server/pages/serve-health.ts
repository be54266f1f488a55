import type { FastifyInstance } from 'fastify';
import { answerJson, sendAnswer } from '../http/answer.ts';
import { refuseOtherMethods } from '../binding/refuse-other-methods.ts';
import type { ServerContext } from '../server-context.ts';

/** `/health/live`: the process runs. `/health/ready`: requests can be served, and what is degraded. */
export function serveHealth(app: FastifyInstance, server: ServerContext): void {
  app.get('/health/live', (_, reply) => sendAnswer(reply, answerJson(200, { status: 'ok' })));
  app.get('/health/ready', async (_, reply) => {
    const body = await server.health();
    return sendAnswer(reply, answerJson(body.status === 'unavailable' ? 503 : 200, body));
  });
  for (const url of ['/health/live', '/health/ready']) refuseOtherMethods(app, url, ['GET']);
}
