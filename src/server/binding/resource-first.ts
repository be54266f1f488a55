import type { FastifyRequest } from 'fastify';
import { readMeeting } from '../../core/meeting/read-meeting.ts';
import { readWebhook } from '../../core/webhook/read-webhooks.ts';
import type { Problem } from '../../core/problem.ts';
import { toProblem } from '../http/answer-problem.ts';
import { paramOf } from './fastify-routes.ts';
import type { ServerContext } from '../server-context.ts';

// Problems of the checks that come after the resource: query, Idempotency-Key, body and fields.
const LATER = new Set([
  'unknown_parameter',
  'invalid_parameter',
  'malformed_request',
  'idempotency_key_missing',
  'idempotency_key_invalid',
  'not_acceptable',
  'body_too_large',
  'unsupported_media_type',
  'malformed_json',
  'validation_error',
  'unexpected_body',
]);

/**
 * The same problem, or that the path names a meeting or a webhook that the caller does not have: that comes first.
 * Checked only after something else went wrong, so that a valid request pays nothing for the order of checks.
 */
export async function resourceFirst(
  server: ServerContext,
  request: FastifyRequest,
  problem: Problem,
): Promise<Problem> {
  const names = Object.keys(request.params ?? {});
  const param = paramOf(request);
  const { scoped: actor } = request;
  if (!actor || !LATER.has(problem.code)) return problem;
  try {
    if (names.includes('meetingRef'))
      await readMeeting(server.core, { actor, meetingRef: param('meetingRef') });
    if (names.includes('webhookRef'))
      await readWebhook(server.core, { actor, webhookRef: param('webhookRef') });
    return problem;
  } catch (error) {
    return toProblem(error);
  }
}
