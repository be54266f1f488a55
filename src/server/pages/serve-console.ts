import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '../http/answer.ts';
import { refuseOtherMethods } from '../binding/refuse-other-methods.ts';
import type { ServerContext } from '../server-context.ts';
import { readBuilt } from './read-built.ts';

// Stricter than the guest room: neither media nor workers. Blob addresses are only saved, never loaded.
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': CSP,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), display-capture=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

const PAGES = {
  '/': { file: 'welcome.html', headers: HEADERS },
  '/console': { file: 'console.html', headers: { ...HEADERS, 'x-robots-tag': 'noindex' } },
};

/** `/`: what this service is. `/console`: looks at meetings with an API key, which only its calls of the API carry. */
export function serveConsole(app: FastifyInstance, { webDist }: ServerContext): void {
  for (const [url, { file, headers }] of Object.entries(PAGES)) {
    let body: string | null = null;
    app.get(url, async (_, reply) => {
      body ??= await readBuilt(webDist, file);
      return sendAnswer(reply, { status: 200, headers, body });
    });
    refuseOtherMethods(app, url, ['GET']);
  }
}
