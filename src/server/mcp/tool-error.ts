import type { Problem } from '../../../contract/generated/api.ts';
import { type ProblemCode, problems } from '../../../contract/generated/problems.ts';
import type { ApiReply } from './api-port.ts';

/** What a tool returns instead of a result: a code, what happened and what to do. */
export class ToolError extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(`${code}: ${text}`);
    this.code = code;
  }
}

/** A refusal of the API, with everything that it says about the reason. */
export function toolErrorOf({ status, headers, text }: ApiReply): ToolError {
  const problem = readProblem(text);
  if (problem === null)
    return new ToolError(
      'unexpected_answer',
      `The service answered ${status} and no problem document. Check that the address is a Parley.`,
    );
  const help = isProblemCode(problem.code) ? problems[problem.code].help : undefined;
  const retryAfter = headers['retry-after'];
  const lines = [
    problem.detail,
    ...(problem.errors ?? []).map(
      (fault) => `- ${fault.pointer ?? fault.parameter ?? fault.header ?? ''} ${fault.detail}`,
    ),
    ...(['meetingState', 'requiredScope', 'policy'] as const).flatMap((name) =>
      problem[name] === undefined ? [] : [`${name}: ${problem[name]}`],
    ),
    ...(help === undefined || help === problem.detail ? [] : [`What to do: ${help}`]),
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`]),
  ];
  return new ToolError(problem.code, lines.join('\n'));
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

function readProblem(text: string): Problem | null {
  try {
    const value: Partial<Problem> | null = JSON.parse(text);
    return typeof value?.code === 'string' && typeof value.detail === 'string'
      ? (value as Problem)
      : null;
  } catch {
    return null;
  }
}
