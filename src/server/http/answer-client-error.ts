import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '../../../contract/generated/problems.ts';
import { Problem } from '../../core/problem.ts';
import { problemAnswer } from './answer-problem.ts';
import type { ServerContext } from '../server-context.ts';

const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what Node's HTTP parser refuses, in the same format as everything else, and closes the connection. */
export function answerClientError(
  server: ServerContext,
  error: NodeJS.ErrnoException,
  socket: Socket,
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
