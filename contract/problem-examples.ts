// Examples of every problem answer, from contract/problems.yaml, so that no sentence stands in two places.
type Problem = { status: number; title: string; help: string; example?: Record<string, unknown> };
export type Problems = Record<string, Problem>;
type Response = { 'x-problems'?: string[]; content?: Record<string, object> };

const PROBLEM_TYPE = 'application/problem+json';
const BASE_URL = 'https://meet.acme.test';
const REQUEST_ID = '5b1f3c1e-6a55-4f0e-9f2a-0f6f2b1f8c11';

/** The document with an example in each response for each code that the response names in `x-problems`. */
export function withProblemExamples<
  T extends { components: { responses: Record<string, Response> } },
>(document: T, problems: Problems): T {
  const responses = Object.entries(document.components.responses).map(([name, response]) => [
    name,
    withExamples(response, problems),
  ]);
  return {
    ...document,
    components: { ...document.components, responses: Object.fromEntries(responses) },
  };
}

function withExamples(response: Response, problems: Problems): Response {
  if (!response['x-problems']) return response;
  const examples = response['x-problems'].map((code) => [
    code,
    { summary: problems[code]?.title, value: exampleOf(code, problems[code]) },
  ]);
  const content = { ...response.content?.[PROBLEM_TYPE], examples: Object.fromEntries(examples) };
  return { ...response, content: { ...response.content, [PROBLEM_TYPE]: content } };
}

function exampleOf(code: string, problem: Problem | undefined): object {
  if (!problem) throw new Error(`contract/problems.yaml has no ${code}`);
  return {
    type: `${BASE_URL}/problems/${code.replaceAll('_', '-')}`,
    title: problem.title,
    status: problem.status,
    code,
    detail: problem.help,
    instance: `urn:uuid:${REQUEST_ID}`,
    requestId: REQUEST_ID,
    ...problem.example,
  };
}
