import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../core/problem.ts';
import { paramOf, refuseOtherMethods } from '../binding/fastify-routes.ts';
import { sendAnswer } from '../http/answer.ts';
import { readAsset, sendAsset } from '../pages/serve-assets.ts';
import { builtFile } from '../pages/built-page.ts';
import type { ServerContext } from '../server-context.ts';
import { docsAnswer, fillPage } from './fill-page.ts';
import { addressOf, type Guide, GUIDES } from './guides.ts';
import { renderMarkdown } from './render-markdown.ts';

const ROOT = new URL('../../../', import.meta.url);
const IMAGES = 'docs/images/';
const IMAGE_NAME = /^[\w-]+\.webp$/;

/** `/docs`, `/docs/{name}`: the guides of the repository as pages, each rendered once, at its first request. */
export function serveGuides(app: FastifyInstance, { webDist }: ServerContext): void {
  const pages = new Map<string, Promise<string>>();
  const readTemplate = builtFile(webDist, 'docs.html');
  const pageOf = (name: string): Promise<string> => {
    const guide = GUIDES.find((one) => one.name === name);
    if (guide === undefined) throw new Problem('not_found');
    const held = pages.get(name) ?? makePage(readTemplate, guide);
    pages.set(name, held);
    held.catch(() => pages.delete(name));
    return held;
  };
  app.get('/docs', async (_, reply) => sendAnswer(reply, docsAnswer(await pageOf(''))));
  app.get('/docs/:name', async (request, reply) =>
    sendAnswer(reply, docsAnswer(await pageOf(paramOf(request)('name')))),
  );
  app.get('/docs/images/:name', async (request, reply) => {
    const name = paramOf(request)('name');
    if (!IMAGE_NAME.test(name)) throw new Problem('not_found');
    const asset = await readAsset(fileURLToPath(new URL(IMAGES + name, ROOT)));
    return sendAsset(request, reply, asset, 'public, max-age=3600');
  });
  for (const url of ['/docs', '/docs/:name', '/docs/images/:name'])
    refuseOtherMethods(app, url, ['GET']);
}

async function makePage(readTemplate: () => Promise<string>, guide: Guide): Promise<string> {
  const [template, text] = await Promise.all([
    readTemplate(),
    readFile(new URL(guide.file, ROOT), 'utf8'),
  ]);
  const article = await renderMarkdown(text, {
    file: guide.file,
    imageAddress: (path) => `/docs/images/${path.slice(IMAGES.length)}`,
  });
  return fillPage(template, { title: guide.title, address: addressOf(guide), article });
}
