import type { FastifyRequest } from 'fastify';
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
  { status, headers }: Answer,
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
