import type { FastifyInstance } from 'fastify';
import { problems } from '../../../contract/generated/problems.ts';
import { Problem } from '../../core/problem.ts';
import { type Answer, sendAnswer } from '../http/answer.ts';
import { paramOf } from '../binding/contract-path.ts';
import { escapeHtml, htmlPage } from './html-page.ts';
import { refuseOtherMethods } from '../binding/refuse-other-methods.ts';

/** `/problems/{code}`, where the `type` of every problem points. */
export function servePages(app: FastifyInstance): void {
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
  refuseOtherMethods(app, '/problems/:code', ['GET']);
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
