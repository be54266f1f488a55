import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '../http/answer.ts';
import { refuseOtherMethods } from '../binding/fastify-routes.ts';
import type { ServerContext } from '../server-context.ts';
import { builtFile, pageHeaders, TRUSTED_TYPES } from './built-page.ts';

const HEADERS = {
  ...pageHeaders({ 'connect-src': "'self'", ...TRUSTED_TYPES }),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), display-capture=()',
};

const PAGES = {
  '/': { file: 'welcome.html', headers: HEADERS },
  '/console': { file: 'console.html', headers: { ...HEADERS, 'x-robots-tag': 'noindex' } },
};

/** `/`: what this service is. `/console`: shows meetings with an API key, which it sends only in its API calls. */
export function serveConsole(app: FastifyInstance, { webDist }: ServerContext): void {
  for (const [url, { file, headers }] of Object.entries(PAGES)) {
    const read = builtFile(webDist, file);
    app.get(url, async (_, reply) =>
      sendAnswer(reply, { status: 200, headers, body: await read() }),
    );
    refuseOtherMethods(app, url, ['GET']);
  }
}
