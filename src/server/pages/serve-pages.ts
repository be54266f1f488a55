import type { FastifyInstance } from 'fastify';
import { problems } from '../../../contract/generated/problems.ts';
import { Problem } from '../../core/problem.ts';
import { type Answer, sendAnswer } from '../http/answer.ts';
import { paramOf } from '../binding/contract-path.ts';
import { escapeHtml, htmlPage } from './html-page.ts';
import { refuseOtherMethods } from '../binding/refuse-other-methods.ts';
import type { ServerContext } from '../server-context.ts';

/** `/problems/{code}`, where the `type` of every problem points, and `/`. */
export function servePages(app: FastifyInstance, { core }: ServerContext): void {
  const pages = new Map(
    Object.entries(problems).map(([code, problem]) => [
      code.replaceAll('_', '-'),
      problemPage(code, problem),
    ]),
  );
  app.get('/problems/:code', (request, reply) => {
    const page = pages.get(paramOf(request)('code'));
    if (!page) throw new Problem('not_found');
    return sendAnswer(reply, page);
  });
  const home = homePage(core.settings.publicUrl);
  app.get('/', (_, reply) => sendAnswer(reply, home));
  for (const url of ['/problems/:code', '/']) refuseOtherMethods(app, url, ['GET']);
}

function problemPage(
  code: string,
  problem: { status: number; title: string; help: string },
): Answer {
  const facts = `<p>HTTP status ${problem.status}, code <code>${escapeHtml(code)}</code></p>`;
  return htmlPage(
    problem.title,
    `<p>${escapeHtml(problem.help)}</p>${facts}<p><a href="/v1/docs">The contract</a></p>`,
  );
}

function homePage(publicUrl: string): Answer {
  const what =
    '<p>A meetings API: create a meeting, give people a guest link, follow the meeting, ' +
    'read its transcript and summary.</p>';
  const links =
    '<ul><li><a href="/v1/docs">The API for people</a></li><li><a ' +
    'href="/v1/openapi.json">The API contract (OpenAPI 3.1)</a></li><li><a ' +
    'href="/health/ready">Health</a></li></ul>';
  return htmlPage(
    'Parley',
    `${what}<p>The API is at <code>${escapeHtml(publicUrl)}/v1/meetings</code>.</p>${links}`,
  );
}
