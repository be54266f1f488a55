import type { FastifyReply } from 'fastify';
import { problems } from '../../contract/generated/problems.ts';
import type { Problem as ProblemBody } from '../../contract/generated/api.ts';
import { Problem } from '../core/problem.ts';
import { isPassingTrouble } from '../core/passing-trouble.ts';
import type { Answer } from './call.ts';

const RETRY_UNAVAILABLE_SECONDS = 2;

/** RFC 9457, with `code`, `requestId` and what the problem carries. Never holds input. */
export function problemAnswer(problem: Problem, requestId: string, publicUrl: string): Answer {
  const { status, title, help } = problems[problem.code];
  const { detail, errors, meetingState, requiredScope, policy, retryAfter, headers } = problem.members;
  const type = `${publicUrl}/problems/${problem.code.replaceAll('_', '-')}`;
  const body: ProblemBody = {
    type,
    title,
    status,
    code: problem.code,
    detail: detail ?? help,
    instance: `urn:uuid:${requestId}`,
    requestId,
    ...(errors && { errors }),
    ...(meetingState && { meetingState }),
    ...(requiredScope && { requiredScope }),
    ...(policy && { policy }),
  };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(problem.code === 'idempotency_key_missing' && { link: `<${type}>; rel="describedby"` }),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** What the caller is told of any error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isPassingTrouble(error)) {
    return new Problem('unavailable', { retryAfter: RETRY_UNAVAILABLE_SECONDS, cause: error });
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupported_media_type');
  if (code === 'FST_ERR_BAD_URL') return new Problem('malformed_request');
  return new Problem('internal_error', { cause: error });
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  // A Buffer, so that Fastify leaves the Content-Type as it is.
  return reply.code(answer.status).headers(answer.headers).send(Buffer.from(answer.body));
}
