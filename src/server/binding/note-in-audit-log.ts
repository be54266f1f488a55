import type { FastifyRequest } from 'fastify';
import { problems } from '../../../contract/generated/problems.ts';
import { isTransientDatabaseError } from '../../core/is-transient-error.ts';
import type { HostAction, NoteAction } from '../../core/participant/moderate-as-host.ts';
import type { Problem } from '../../core/problem.ts';
import type { Answer } from '../http/answer.ts';
import { toProblem } from '../http/answer-problem.ts';
import type { ServerContext } from '../server-context.ts';
import { contractDocument, type Operation, operationsOf } from './contract-document.ts';
import { pathWith } from './fastify-routes.ts';

/** Reads that return what people said. */
const NOTED_READS = new Set(['exportMeeting', 'readTranscript', 'readSummary', 'streamTranscript']);

/** Records who changed something or read (not just awaited) what people said, before the answer is sent. */
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
    participantRef: null,
    operation: operationId,
    path: new URL(address, 'http://parley.invalid').pathname,
    status,
    requestId: id,
  });
}

/**
 * Records a call that failed on our side, with the status of its answer: it may have changed something, such as when
 * only the media server could not be told. A refused call changed nothing.
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

const apiPaths = new Map(
  operationsOf(contractDocument('openapi')).map(({ operationId, path }) => [operationId, path]),
);

/** Records what a host does in the page, under the API's operation and path for it. */
export function noteHostAction(
  { audit }: Pick<ServerContext, 'audit'>,
  { operation, participantRef: about }: HostAction,
  by: { participantRef: string; requestId: string },
): NoteAction {
  return async ({ tenant, meetingRef }, failure) => {
    const status = failure ? problems[toProblem(failure.error).code].status : 200;
    if (failure && status < 500) return;
    const refs: Record<string, string> = { meetingRef, participantRef: about ?? '' };
    // The page may send any text as a reference, which the operator's terminal must not take as a command.
    const path = pathWith(apiPaths.get(operation) ?? '', (name) =>
      encodeURIComponent(refs[name] ?? ''),
    );
    const noted = audit.note({ tenant, keyId: null, ...by, operation, path, status });
    if (!failure || !isTransientDatabaseError(failure.error)) await noted;
  };
}
