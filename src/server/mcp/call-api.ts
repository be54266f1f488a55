import { randomUUID } from 'node:crypto';
import type { Problem } from '../../../contract/generated/api.ts';
import { type ProblemCode, problems } from '../../../contract/generated/problems.ts';

export type Caller = { api: ApiPort; signal: AbortSignal };

/** The answer, unless it is an error. Throws ToolError. */
export async function callApi({ api, signal }: Caller, request: ApiRequest): Promise<ApiReply> {
  const reply = await answered(api(request, signal));
  if (reply.status >= 400) throw toolErrorOf(reply);
  return reply;
}

async function answered(reply: Promise<ApiReply>): Promise<ApiReply> {
  try {
    return await reply;
  } catch {
    // The error of fetch may contain the address with its credentials.
    throw new ToolError(
      'not_reached',
      'The service cannot be reached. Check that it is running and that its address is right.',
    );
  }
}

export async function readJson<T extends object>(caller: Caller, path: string): Promise<T> {
  return JSON.parse((await callApi(caller, { method: 'GET', path })).text);
}

/** A call that creates something; with the caller's own key it can be repeated without creating a second one. */
export async function post<T extends object>(
  caller: Caller,
  path: string,
  body: object | undefined,
  idempotencyKey: string = randomUUID(),
): Promise<T> {
  const headers = { 'idempotency-key': idempotencyKey };
  const request = { method: 'POST' as const, path, headers };
  return JSON.parse((await callApi(caller, body ? { ...request, body } : request)).text);
}

/** References were checked already: none needs encoding. */
export const meetingPath = (meetingRef: string, below = ''): string =>
  `/v1/meetings/${meetingRef}${below}`;

/** What a tool returns instead of a result: a code, what happened and what to do. */
export class ToolError extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(`${code}: ${text}`);
    this.code = code;
  }
}

/** A refusal of the API, with everything that it says about the reason. */
function toolErrorOf({ status, headers, text }: ApiReply): ToolError {
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

type ApiRequest = {
  method: 'GET' | 'POST';
  /** With its query; values from elsewhere are encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: object;
};
type ApiReply = { status: number; headers: Record<string, string>; text: string };

/** One call of the HTTP API with the key of the tools' user. Rejects when no answer comes. */
export type ApiPort = (request: ApiRequest, signal: AbortSignal) => Promise<ApiReply>;
