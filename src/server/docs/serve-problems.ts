import type { FastifyInstance } from 'fastify';
import { type ProblemCode, problems } from '../../../contract/generated/problems.ts';
import { Problem } from '../../core/problem.ts';
import { paramOf, refuseOtherMethods } from '../binding/fastify-routes.ts';
import { sendAnswer } from '../http/answer.ts';
import { escapeHtml } from './render-markdown.ts';
import { builtFile } from '../pages/built-page.ts';
import type { ServerContext } from '../server-context.ts';
import { docsAnswer, fillPage } from './fill-page.ts';

/** `/problems/{code}`, where the `type` of every problem points. */
export function serveProblems(app: FastifyInstance, { webDist }: ServerContext): void {
  const readTemplate = builtFile(webDist, 'docs.html');
  app.get('/problems/:code', async (request, reply) => {
    const name = paramOf(request)('code');
    const code = codes().find((one) => one.replaceAll('_', '-') === name);
    if (code === undefined) throw new Problem('not_found');
    const page = fillPage(await readTemplate(), {
      title: problems[code].title,
      address: `/problems/${name}`,
      article: { html: problemHtml(code), sections: [] },
    });
    return sendAnswer(reply, docsAnswer(page));
  });
  refuseOtherMethods(app, '/problems/:code', ['GET']);
}

const codes = () => Object.keys(problems) as ProblemCode[];

function problemHtml(code: ProblemCode): string {
  const { status, title, help } = problems[code];
  return (
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(help)}</p>` +
    `<p>HTTP status ${status}, code <code>${escapeHtml(code)}</code></p>` +
    '<p><a href="/docs/errors">All errors</a></p>'
  );
}
