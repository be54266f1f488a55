import type { FastifyInstance } from 'fastify';
import { answerJson, sendAnswer } from '../http/answer.ts';
import { refuseOtherMethods } from '../binding/fastify-routes.ts';
import type { ServerContext } from '../server-context.ts';

/** Public, so it bounds how often the database and the media server are queried. */
const SHARED_MS = 1_000;

/** `/health/live`: the process runs. `/health/ready`: requests can be served, and what is degraded. */
export function serveHealth(app: FastifyInstance, server: ServerContext): void {
  const readHealth = shared(server);
  app.get('/health/live', (_, reply) => sendAnswer(reply, answerJson(200, { status: 'ok' })));
  app.get('/health/ready', async (_, reply) => {
    const body = await readHealth();
    return sendAnswer(reply, answerJson(body.status === 'unavailable' ? 503 : 200, body));
  });
  for (const url of ['/health/live', '/health/ready']) refuseOtherMethods(app, url, ['GET']);
}

/** One answer for all who ask within a second. */
function shared({ core, health }: ServerContext): ServerContext['health'] {
  let [answer, askedAt]: [ReturnType<typeof health> | null, number] = [null, 0];
  return () => {
    const now = core.clock.now().getTime();
    // An answer is also outdated when the clock was set back.
    if (answer === null || Math.abs(now - askedAt) >= SHARED_MS) {
      answer = health();
      askedAt = now;
    }
    return answer;
  };
}
