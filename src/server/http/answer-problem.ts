import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemCode, problems } from '../../../contract/generated/problems.ts';
import type { Problem as ProblemBody } from '../../../contract/generated/api.ts';
import { Problem } from '../../core/problem.ts';
import { isTransientError } from '../../core/is-transient-error.ts';
import type { Answer } from './answer.ts';
import { REALM } from './authenticate.ts';
import type { ServerContext } from '../server-context.ts';

const RETRY_UNAVAILABLE_SECONDS = 2;

/** RFC 9457, with `code`, `requestId` and the problem's members. Never contains input. */
export function problemAnswer(
  problem: Problem,
  requestId: string,
  publicUrl: string,
): Answer & { body: string } {
  const { status, title, help } = problems[problem.code];
  const { detail, errors, meetingState, requiredScope, policy, retryAfter, headers } =
    problem.members;
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
      ...(requiredScope && {
        'www-authenticate': `${REALM}, error="insufficient_scope", scope="${requiredScope}"`,
      }),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** What the caller is told about any error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isTransientError(error)) {
    return new Problem('unavailable', { retryAfter: RETRY_UNAVAILABLE_SECONDS, cause: error });
  }
  return new Problem(codeFor(error), { cause: error });
}

/** Fastify and its plug-ins put a status on their errors. */
function codeFor(error: unknown): ProblemCode {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 415) return 'unsupported_media_type';
  return status >= 400 && status < 500 ? 'malformed_request' : 'internal_error';
}

const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what Node's HTTP parser refuses, in the same format as everything else, and closes the connection. */
export function answerClientError(
  server: ServerContext,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  isAnswering: boolean,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { status, headers, body } = problemAnswer(
    new Problem(CODES[error.code ?? ''] ?? 'malformed_request'),
    requestId,
    server.core.settings.publicUrl,
  );
  const all = {
    ...headers,
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  server.core.log.info('request refused', { status, requestId });
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
