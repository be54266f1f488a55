import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../binding/refuse-other-methods.ts';
import { sendAnswer } from '../http/answer.ts';
import { readBuilt } from '../pages/read-built.ts';
import type { ServerContext } from '../server-context.ts';

// Only what the renderer needs: it writes its styles into the page.
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': CSP,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** `/v1/docs`: the contract for people, drawn in their browser by Scalar, whose script is one of our assets. */
export function serveReference(app: FastifyInstance, { webDist }: ServerContext): void {
  app.get('/v1/docs', async (_, reply) =>
    sendAnswer(reply, {
      status: 200,
      headers: HEADERS,
      body: await readBuilt(webDist, 'reference.html'),
    }),
  );
  refuseOtherMethods(app, '/v1/docs', ['GET']);
}
