import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../core/problem.ts';
import { sendAnswer } from './answer-problem.ts';
import type { Answer } from './call.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { ServerContext } from './server-context.ts';

/** `/j/{guestLinkRef}`: the same bytes for every reference, since nothing is looked up. */
export function serveGuestPage(app: FastifyInstance, server: ServerContext): void {
  const page = guestPage(server);
  app.get('/j/:guestLinkRef', async (request, reply) => {
    request.rateHeaders = await server.limits.countGuest(request.ip);
    return sendAnswer(reply, await page());
  });
  refuseOtherMethods(app, '/j/:guestLinkRef', ['GET']);
}

function guestPage({ core, webDist }: ServerContext): () => Promise<Answer> {
  const headers = pageHeaders(core.settings.publicUrl);
  let kept: Answer | null = null;
  return async () => {
    kept ??= { status: 200, headers, body: await readPage(webDist) };
    return kept;
  };
}

async function readPage(webDist: string): Promise<string> {
  try {
    return await readFile(join(webDist, 'index.html'), 'utf8');
  } catch (cause) {
    throw new Problem('unavailable', { retryAfter: 5, cause: new Error('The guest page is not built', { cause }) });
  }
}

function pageHeaders(publicUrl: string): Record<string, string> {
  const signalling = new URL(publicUrl).origin.replace(/^http/, 'ws');
  const csp = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob: mediastream:",
    "worker-src 'self' blob:",
    `connect-src 'self' ${signalling}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': csp.join('; '),
    'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'DENY',
  };
}
