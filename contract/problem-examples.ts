// The problems that each operation can answer with, and an example of each from contract/problems.yaml, so that no
// sentence is written twice.
import { mapOperations, mapValues } from './document.ts';

type Problem = { status: number; title: string; help: string; example?: Record<string, unknown> };
export type Problems = Record<string, Problem>;
type Response = { 'x-problems'?: string[]; content?: Record<string, object> };
type Reference = { $ref?: string };
type Operation = {
  parameters?: (Reference & { name?: string })[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  responses: Record<string, Reference>;
  /** Those of NAMED that it can answer with. */
  'x-further-problems'?: string[];
};
type Document = {
  paths: Record<string, Record<string, unknown>>;
  components: { responses: Record<string, Response> };
};

const PROBLEM_TYPE = 'application/problem+json';
const BASE_URL = 'https://meet.acme.test';
const REQUEST_ID = '5b1f3c1e-6a55-4f0e-9f2a-0f6f2b1f8c11';

type Called = { path: string; operation: Operation };
const takesKey = ({ operation }: Called): boolean =>
  (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('IdempotencyKey'));
const mustHaveKey = ({ operation }: Called): boolean =>
  (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
const takesBody = ({ operation }: Called): boolean => operation.requestBody !== undefined;
const names = (parameter: string) => (called: Called) => called.path.includes(`{${parameter}}`);

/** Conditions for an operation to answer with a code that not every operation of its status can. */
const NEEDS: Record<string, (called: Called) => boolean> = {
  malformed_json: takesBody,
  idempotency_key_missing: mustHaveKey,
  idempotency_key_invalid: takesKey,
  idempotency_key_in_use: takesKey,
  idempotency_key_reused: takesKey,
  validation_error: takesBody,
  unexpected_body: (called) => called.operation.requestBody?.required !== true,
  meeting_not_found: names('meetingRef'),
  guest_link_not_found: names('guestLinkRef'),
  participant_not_found: names('participantRef'),
  delivery_not_found: names('deliveryRef'),
};
/** Codes that an operation must name itself. */
const NAMED = new Set([
  'invalid_state',
  'meeting_not_joinable',
  'meeting_locked',
  'meeting_full',
  'guest_link_limit',
  'transcript_not_ready',
  'webhook_limit',
  'webhook_disabled',
  'too_many_streams',
]);

/**
 * The document with responses that hold only their operation's problems, each with an example. A response that differs
 * between operations becomes several, numbered from 2.
 */
export function withProblemExamples<T extends Document>(document: T, problems: Problems): T {
  const shared = document.components.responses;
  const responses: Record<string, Response> = {};
  const narrowed = (called: Called, response: Reference): Reference => {
    const base = response.$ref?.split('/').at(-1) ?? '';
    const all = shared[base]?.['x-problems'];
    if (!all) return response;
    const codes = all.filter((code) => canAnswer(called, code));
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}${number}`;
      responses[name] ??= withExamples({ ...shared[base], 'x-problems': codes }, problems);
      if (responses[name]['x-problems']?.join() === codes.join())
        return { $ref: `#/components/responses/${name}` };
    }
  };
  const paths = mapOperations<Operation>(document.paths, (operation, { path }) => ({
    ...operation,
    responses: mapValues(operation.responses, (response) =>
      narrowed({ path, operation }, response),
    ),
  }));
  const others = Object.entries(shared).filter(([, response]) => !response['x-problems']);
  return {
    ...document,
    paths,
    components: {
      ...document.components,
      responses: { ...Object.fromEntries(others), ...responses },
    },
  };
}

function canAnswer(called: Called, code: string): boolean {
  if (NAMED.has(code)) return called.operation['x-further-problems']?.includes(code) ?? false;
  return NEEDS[code]?.(called) ?? true;
}

function withExamples(response: Response, problems: Problems): Response {
  const examples = (response['x-problems'] ?? []).map((code) => [
    code,
    { summary: problems[code]?.title, value: exampleOf(code, problems[code]) },
  ]);
  const content = { ...response.content?.[PROBLEM_TYPE], examples: Object.fromEntries(examples) };
  return { ...response, content: { ...response.content, [PROBLEM_TYPE]: content } };
}

export function exampleOf(code: string, problem: Problem | undefined): object {
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
