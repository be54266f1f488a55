import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../core/problem.ts';
import { type Answer, sendAnswer } from '../http/answer.ts';
import { refuseOtherMethods } from '../binding/fastify-routes.ts';
import type { ServerContext } from '../server-context.ts';
import { builtFile, pageHeaders } from './built-page.ts';

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300',
  // Other people's pages load it.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * `/j/{guestLinkRef}`: the same bytes for every reference, since nothing is looked up; with `?embed`, for frames on
 * pages that the operator named. `/embed.js` is the element that those pages use. `/check` is for guests with trouble
 * with their devices or network.
 */
export function serveGuestPage(app: FastifyInstance, server: ServerContext): void {
  const page = guestPage(server);
  app.get('/j/:guestLinkRef', async (request, reply) => {
    const { query } = request;
    const isFramed = typeof query === 'object' && query !== null && 'embed' in query;
    return sendAnswer(reply, await counted(server, request, await page(isFramed)));
  });
  const checkHeaders = guestHeaders(server.core.settings.publicUrl, []);
  const readCheck = builtFile(server.webDist, 'check.html');
  app.get('/check', async (request, reply) => {
    const answer = { status: 200, headers: checkHeaders, body: await readCheck() };
    return sendAnswer(reply, await counted(server, request, answer));
  });
  const readScript = builtFile(server.webDist, 'embed.js');
  app.get('/embed.js', async (_, reply) =>
    sendAnswer(reply, { status: 200, headers: SCRIPT_HEADERS, body: await readScript() }),
  );
  for (const url of ['/j/:guestLinkRef', '/check', '/embed.js'])
    refuseOtherMethods(app, url, ['GET']);
}

/** Above the rate a browser gets the page all the same: its call is refused, and it offers to try again. */
async function counted(
  { limits }: ServerContext,
  request: FastifyRequest,
  page: Answer,
): Promise<Answer> {
  try {
    request.rateHeaders = await limits.countGuest(request.ip);
    return page;
  } catch (error) {
    const isBrowser = request.headers.accept?.includes('text/html') ?? false;
    if (!isBrowser || !(error instanceof Problem) || error.code !== 'rate_limited') throw error;
    const { retryAfter = 1, headers } = error.members;
    return {
      ...page,
      status: 429,
      headers: { ...page.headers, ...headers, 'retry-after': String(retryAfter) },
    };
  }
}

function guestPage({
  core,
  webDist,
  embedOrigins = [],
}: ServerContext): (framed: boolean) => Promise<Answer> {
  const alone = guestHeaders(core.settings.publicUrl, []);
  const inFrame = guestHeaders(core.settings.publicUrl, embedOrigins);
  const read = builtFile(webDist, 'index.html');
  return async (framed) => ({
    status: 200,
    headers: framed ? inFrame : alone,
    body: await read(),
  });
}

function guestHeaders(publicUrl: string, ancestors: readonly string[]): Record<string, string> {
  const signalling = new URL(publicUrl).origin.replace(/^http/, 'ws');
  const isFramed = ancestors.length > 0;
  const { 'x-frame-options': denied, ...headers } = pageHeaders({
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'media-src': "'self' blob: mediastream:",
    'connect-src': `'self' ${signalling}`,
    'worker-src': "'self' blob:",
    ...(isFramed && { 'frame-ancestors': ancestors.join(' ') }),
  });
  return {
    ...headers,
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
    'x-robots-tag': 'noindex',
    // X-Frame-Options cannot hold a list: where there is one, only frame-ancestors applies.
    ...(!isFramed && { 'x-frame-options': denied }),
  };
}
