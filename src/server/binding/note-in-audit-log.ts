import type { FastifyRequest } from 'fastify';
import { problems } from '../../../contract/generated/problems.ts';
import type { Problem } from '../../core/problem.ts';
import type { Answer } from '../http/answer.ts';
import type { ServerContext } from '../server-context.ts';
import type { Operation } from './contract-document.ts';

/** Reads that give out what people said. */
const NOTED_READS = new Set(['exportMeeting', 'readTranscript', 'readSummary', 'streamTranscript']);

/** Notes who changed what, or read what people said, before the answer is sent. Not the waiting for it. */
export async function noteInAuditLog(
  { audit }: ServerContext,
  { operationId, method }: Operation,
  { actor, id, raw }: FastifyRequest,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
): Promise<void> {
  const isChange = method !== 'GET';
  const isRead = NOTED_READS.has(operationId) && status === 200 && !('retry-after' in headers);
  if (actor === null || (!isChange && !isRead)) return;
  const address = headers['location'] ?? raw.url ?? '';
  await audit.note({
    tenant: actor.tenant,
    keyId: actor.keyId,
    operation: operationId,
    path: new URL(address, 'http://parley.invalid').pathname,
    status,
    requestId: id,
  });
}

/**
 * Notes a call that failed on our side, with the status of its answer: what it was to change may have been changed, as
 * when the media server could not be told. Whoever was refused changed nothing.
 */
export async function noteFailureInAuditLog(
  server: ServerContext,
  operation: Operation,
  request: FastifyRequest,
  { code }: Problem,
): Promise<void> {
  const { status } = problems[code];
  if (status >= 500) await noteInAuditLog(server, operation, request, { status, headers: {} });
}
