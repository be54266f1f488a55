// `/v1/docs`: the contract for people, drawn in their browser by Swagger UI, whose files are served from here.
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '../http/answer.ts';
import { readAsset, sendAsset } from './asset.ts';
import { refuseOtherMethods } from '../binding/refuse-other-methods.ts';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

// Only what the renderer needs; it draws its icons as data: images.
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Parley Meetings API</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><main id="docs"></main>
<noscript><p>This page needs JavaScript. The contract: <a href="openapi.json">openapi.json</a></p></noscript>
<script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body></html>`;

// Nothing can be sent from the page, nor a key typed into it: an API key has no place in a browser.
const START = `const nothing = () => () => null;
SwaggerUIBundle({ url: new URL('openapi.json', document.baseURI).href, dom_id: '#docs', deepLinking: true,
  showExtensions: true, supportedSubmitMethods: [], validatorUrl: null, queryConfigEnabled: false,
  plugins: [{ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } }] });
`;

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': CSP,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

export function serveDocs(app: FastifyInstance): void {
  app.get('/v1/docs', (_, reply) =>
    sendAnswer(reply, { status: 200, headers: PAGE_HEADERS, body: PAGE }),
  );
  const script = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
  app.get('/v1/docs/start.js', (_, reply) =>
    sendAnswer(reply, { status: 200, headers: script, body: START }),
  );
  for (const name of FILES) serveFile(app, name);
  for (const url of ['/v1/docs', '/v1/docs/start.js']) refuseOtherMethods(app, url, ['GET']);
}

/** Read and compressed at the first request, then held. */
function serveFile(app: FastifyInstance, name: string): void {
  const url = `/v1/docs/${name}`;
  let held: ReturnType<typeof readAsset> | undefined;
  app.get(url, async (request, reply) => {
    held ??= readAsset(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
    held.catch(() => (held = undefined));
    return sendAsset(request, reply, await held, 'public, max-age=3600');
  });
  refuseOtherMethods(app, url, ['GET']);
}
