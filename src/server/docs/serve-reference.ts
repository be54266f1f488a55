import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../binding/fastify-routes.ts';
import { sendAnswer } from '../http/answer.ts';
import { builtFile, pageHeaders } from '../pages/built-page.ts';
import type { ServerContext } from '../server-context.ts';

// Scalar writes its styles into the page, and draws its icons as data: images.
const HEADERS = pageHeaders({
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

/** `/v1/docs`: the contract for people, drawn in their browser by Scalar, whose script is one of our assets. */
export function serveReference(app: FastifyInstance, { webDist }: ServerContext): void {
  const read = builtFile(webDist, 'reference.html');
  app.get('/v1/docs', async (_, reply) =>
    sendAnswer(reply, { status: 200, headers: HEADERS, body: await read() }),
  );
  refuseOtherMethods(app, '/v1/docs', ['GET']);
}
